import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMajorUnits, orderAnswer, refundOf, reportOf, stateOf, toMajorUnits } from './states.ts';

test.each([
  ['PENDING', 'pending'],
  ['AUTHORIZED', 'authorized'],
  ['PAID', 'paid'],
  ['PARTIALLY_REFUNDED', 'paid'],
  ['REFUNDED', 'paid'],
  ['VOIDED', 'voided'],
  ['ABANDONED', 'expired'],
  ['SOMETHING_NEW', 'unknown'],
  ['constructor', 'unknown'],
  ['', 'unknown'],
])('Montonio’s status %s is the state %s', (status, state) => expect(stateOf(status)).toBe(state));

test.each([
  ['PENDING', 'pending'],
  ['PROCESSING', 'pending'],
  ['SUCCESSFUL', 'succeeded'],
  ['REJECTED', 'failed'],
  ['CANCELED', 'failed'],
  ['SOMETHING_NEW', 'pending'],
])('a refund with status %s is %s', (status, state) => {
  expect(refundOf({ uuid: 'r', amount: 2500, status })).toEqual({ ref: 'r', amountCents: 2500, state });
});

test('converts Montonio’s decimal amounts to cents in an order with refunds', () => {
  const order = orderAnswer.parse({
    uuid: '0ac2124d-9f8e-4a29-816d-7eef5b9bb0fd',
    paymentStatus: 'PARTIALLY_REFUNDED',
    merchantReference: 'RP-1',
    grandTotal: '100.00',
    currency: 'EUR',
    refunds: [{ uuid: '92b11684', amount: '25', status: 'SUCCESSFUL', currency: 'EUR', type: 'PARTIAL_REFUND' }],
    paymentUrl: null,
  });
  expect(reportOf(order)).toEqual({
    providerRef: '0ac2124d-9f8e-4a29-816d-7eef5b9bb0fd',
    merchantRef: 'RP-1',
    state: 'paid',
    amountCents: 10000,
    currency: 'EUR',
    refunds: [{ ref: '92b11684', amountCents: 2500, state: 'succeeded' }],
  });
});

test.each([
  [0, 0],
  [5, 0.05],
  [29, 0.29],
  [110, 1.1],
  [1999, 19.99],
  [31960, 319.6],
  [123456789, 1234567.89],
])('%d cents are %d euros, and are read back', (cents, euros) => {
  expect(toMajorUnits(cents)).toBe(euros);
  expect(fromMajorUnits(euros)).toBe(cents);
  expect(fromMajorUnits((cents / 100).toFixed(2))).toBe(cents);
});

test('fromMajorUnits reads back any amount of toMajorUnits', () => {
  fc.assert(fc.property(fc.nat({ max: 10 ** 11 }), (cents) => fromMajorUnits(toMajorUnits(cents)) === cents));
});

test.each([
  ['25', 2500],
  ['25.5', 2550],
  ['99.990000', 9999],
  ['0.29', 29],
])('%s is read as %d cents', (euros, cents) => expect(fromMajorUnits(euros)).toBe(cents));

test.each(['', '-1', '1.999', '1,5', '1e3', ' 1', 'NaN', '0x10', 1e21, -1, 0.001, Number.NaN])(
  '%o is not an amount',
  (euros) => expect(fromMajorUnits(euros)).toBeNull(),
);

test.each([1.5, -1, Number.NaN, 2 ** 53])('toMajorUnits throws for %d cents', (cents) => {
  expect(() => toMajorUnits(cents)).toThrow(RangeError);
});
