import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { refundOf, reportOf, stateOf } from './report.ts';

test.each([
  ['open', 'unpaid', undefined, 'pending'],
  ['complete', 'paid', 'succeeded', 'paid'],
  ['expired', 'unpaid', undefined, 'expired'],
  ['complete', 'no_payment_required', undefined, 'unknown'],
  [null, 'unpaid', undefined, 'unknown'],
] as const)('a session that is %s, %s, with an intent that is %s is %s', (status, payment, intent, state) => {
  expect(stateOf(status, payment, intent)).toBe(state);
});

test.each([
  ['processing', 'pending'],
  [undefined, 'pending'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'failed'],
] as const)('a session that is complete and unpaid, with an intent that is %s, is %s', (intent, state) => {
  expect(stateOf('complete', 'unpaid', intent)).toBe(state);
});

test.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('a refund that is %s is %s', (status, state) => {
  expect(refundOf({ id: 're_1', amount: 2500, status } as Stripe.Refund)).toEqual({
    ref: 're_1',
    amountCents: 2500,
    state,
  });
});

const session = {
  id: 'cs_1',
  client_reference_id: 'payment-1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 31960,
  currency: 'eur',
} as Stripe.Checkout.Session;

test('reports a session without a payment as pending', () => {
  expect(reportOf({ ...session, status: 'open', payment_status: 'unpaid', payment_intent: null })).toEqual({
    providerRef: 'cs_1',
    merchantRef: 'payment-1',
    state: 'pending',
    amountCents: 31960,
    currency: 'EUR',
    refunds: [],
  });
});

test('reports a disputed charge as disputed, with its refunds', () => {
  const refunds = { data: [{ id: 're_1', amount: 100, status: 'succeeded' }] };
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge: { disputed: true, refunds } };
  expect(reportOf({ ...session, payment_intent: intent as unknown as Stripe.PaymentIntent })).toMatchObject({
    state: 'disputed',
    refunds: [{ ref: 're_1', amountCents: 100, state: 'succeeded' }],
  });
});
