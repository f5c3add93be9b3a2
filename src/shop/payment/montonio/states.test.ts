import { expect, test } from 'vitest';
import { orderAnswer, refundOf, stateOf, truthOf } from './states.ts';

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
])('%s is %s', (status, state) => expect(stateOf(status)).toBe(state));

test.each([
  ['PENDING', 'pending'],
  ['PROCESSING', 'pending'],
  ['SUCCESSFUL', 'succeeded'],
  ['REJECTED', 'failed'],
  ['CANCELED', 'failed'],
  ['SOMETHING_NEW', 'pending'],
])('a refund that is %s is %s', (status, state) => {
  expect(refundOf({ uuid: 'r', amount: 2500, status })).toEqual({ ref: 'r', amountCents: 2500, state });
});

test('an order with refunds, its amounts written as Montonio does', () => {
  const order = orderAnswer.parse({
    uuid: '0ac2124d-9f8e-4a29-816d-7eef5b9bb0fd',
    paymentStatus: 'PARTIALLY_REFUNDED',
    merchantReference: 'RP-1',
    grandTotal: '100.00',
    currency: 'EUR',
    refunds: [{ uuid: '92b11684', amount: '25', status: 'SUCCESSFUL', currency: 'EUR', type: 'PARTIAL_REFUND' }],
    paymentUrl: null,
  });
  expect(truthOf(order)).toEqual({
    providerRef: '0ac2124d-9f8e-4a29-816d-7eef5b9bb0fd',
    merchantRef: 'RP-1',
    state: 'paid',
    amountCents: 10000,
    currency: 'EUR',
    refunds: [{ ref: '92b11684', amountCents: 2500, state: 'succeeded' }],
  });
});
