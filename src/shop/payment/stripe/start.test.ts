import { expect, test } from 'vitest';
import { startedAt, startRequest } from '../../../../test/support/server/start-request.ts';
import { sessionRequest } from './start.ts';

const request = { ...startRequest, method: 'stripe:card', expiresAt: new Date('2026-11-21T11:00:00Z') };
const now = startedAt; // 2026-11-21, 10:00 UTC

test('builds Stripe’s request with cents, one return URL, and the payment in all metadata', () => {
  const metadata = { payment: request.paymentId, order: request.orderNumber };
  expect(sessionRequest(request, now)).toEqual({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 4,
        price_data: {
          currency: 'eur',
          unit_amount: 7990,
          product_data: { name: 'Nokian Hakkapeliitta 10 205/55 R16' },
        },
      },
    ],
    client_reference_id: request.paymentId,
    metadata,
    payment_intent_data: { metadata, description: 'RP-2026-000123' },
    customer_email: 'mari@example.ee',
    locale: 'et',
    success_url: 'https://shop.test/tagasi',
    cancel_url: 'https://shop.test/tagasi',
    expires_at: Date.parse('2026-11-21T11:00:00Z') / 1000,
  });
});

test.each(['2026-11-21T10:05:00Z', '2026-11-21T10:30:00Z'])(
  'a session that should expire at %s stays open for Stripe’s minimum plus a minute',
  (expiresAt) => {
    const { expires_at } = sessionRequest({ ...request, expiresAt: new Date(expiresAt) }, now);
    expect(expires_at).toBe(Date.parse('2026-11-21T10:31:00Z') / 1000);
  },
);

test('sends one line when the lines do not add up to the amount', () => {
  const { line_items } = sessionRequest({ ...request, amountCents: 10000 }, now);
  expect(line_items).toEqual([
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 10000, product_data: { name: 'RP-2026-000123' } } },
  ]);
});
