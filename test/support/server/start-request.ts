import type { StartRequest } from '../../../src/shop/payment/provider.ts';

export const startedAt = new Date('2026-11-21T10:00:00Z');

/** The request to a provider for four tires of 79.90 € at `startedAt`. */
export const startRequest: StartRequest = {
  paymentId: '0199f3a2-5c1d-7e4f-8a6b-3c2d1e0f9a8b',
  orderNumber: 'RP-2026-000123',
  merchantRef: 'RP-2026-000123',
  amountCents: 31960,
  method: 'montonio:cardPayments',
  customer: { name: 'Mari Liis Tamm', email: 'mari@example.ee', phone: '+37255512345' },
  lines: [{ title: 'Nokian Hakkapeliitta 10 205/55 R16', count: 4, priceCents: 7990 }],
  locale: 'ee',
  returnUrl: 'https://shop.test/tagasi',
  notifyUrl: 'https://shop.test/teade',
  expiresAt: new Date('2026-11-21T10:20:30Z'),
};
