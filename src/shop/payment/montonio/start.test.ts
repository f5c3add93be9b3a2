import { expect, test } from 'vitest';
import { startedAt, startRequest } from '../../../../test/support/server/start-request.ts';
import { orderRequest, splitName } from './start.ts';

const request = startRequest;
const now = startedAt; // 2026-11-21, 10:00 UTC

test('builds Montonio’s request with euros, a split name, and the same amount in order and payment', () => {
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
])('a payment that expires at %s can be paid for %d minutes', (expiresAt, minutes) => {
  expect(orderRequest({ ...request, expiresAt: new Date(expiresAt) }, now)?.expiresIn).toBe(minutes);
});

test.each([
  ['ee', 'et'],
  ['en', 'en'],
  ['ru', 'ru'],
] as const)('the locale %s has the language %s at Montonio', (locale, language) => {
  expect(orderRequest({ ...request, locale }, now)?.locale).toBe(language);
});

test('splitName takes a single word as the first name', () => {
  expect(splitName('  Mari ')).toEqual({ firstName: 'Mari' });
  expect(splitName('Mari  Tamm')).toEqual({ firstName: 'Mari', lastName: 'Tamm' });
});
