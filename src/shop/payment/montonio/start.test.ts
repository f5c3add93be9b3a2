import { expect, test } from 'vitest';
import { orderRequest, splitName } from './start.ts';

const now = new Date('2026-11-21T10:00:00Z');
const request = {
  paymentId: '0199f3a2-5c1d-7e4f-8a6b-3c2d1e0f9a8b',
  orderNumber: 'RP-2026-000123',
  amountCents: 31960,
  method: 'montonio:cardPayments',
  customer: { name: 'Mari Liis Tamm', email: 'mari@example.ee', phone: '+37255512345' },
  lines: [{ title: 'Nokian Hakkapeliitta 10 205/55 R16', count: 4, priceCents: 7990 }],
  locale: 'ee' as const,
  returnUrl: 'https://shop.test/tagasi',
  notifyUrl: 'https://shop.test/teade',
  expiresAt: new Date('2026-11-21T10:20:30Z'),
};

test('an order as Montonio wants it: euros, names apart, the same amount twice', () => {
  expect(orderRequest(request, now)).toEqual({
    merchantReference: 'RP-2026-000123',
    returnUrl: 'https://shop.test/tagasi',
    notificationUrl: 'https://shop.test/teade',
    grandTotal: 319.6,
    currency: 'EUR',
    locale: 'et',
    payment: { method: 'cardPayments', amount: 319.6, currency: 'EUR' },
    billingAddress: {
      firstName: 'Mari Liis',
      lastName: 'Tamm',
      email: 'mari@example.ee',
      phoneNumber: '+37255512345',
    },
    lineItems: [{ name: 'Nokian Hakkapeliitta 10 205/55 R16', quantity: 4, finalPrice: 79.9 }],
    expiresIn: 20,
  });
});

test.each([
  ['2026-11-21T09:00:00Z', 1],
  ['2026-11-21T10:00:59Z', 1],
  ['2026-11-21T10:02:59Z', 2],
  ['2026-11-23T10:00:00Z', 30],
])('what ends at %s is open for %d minutes', (expiresAt, minutes) => {
  expect(orderRequest({ ...request, expiresAt: new Date(expiresAt) }, now)?.expiresIn).toBe(minutes);
});

test.each([
  ['ee', 'et'],
  ['en', 'en'],
  ['ru', 'ru'],
] as const)('%s is %s to Montonio', (locale, language) => {
  expect(orderRequest({ ...request, locale }, now)?.locale).toBe(language);
});

test('a single word is a first name', () => {
  expect(splitName('  Mari ')).toEqual({ firstName: 'Mari' });
  expect(splitName('Mari  Tamm')).toEqual({ firstName: 'Mari', lastName: 'Tamm' });
});
