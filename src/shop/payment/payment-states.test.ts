import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isFinal,
  moneyStates,
  type PaymentState,
  type ProviderState,
  paymentAfter,
  paymentMoves,
} from './payment-states.ts';

const told: ProviderState[] = ['pending', 'authorized', 'paid', 'failed', 'cancelled', 'expired', 'unknown'];
const after = (states: readonly ProviderState[], from: PaymentState = 'submitted') =>
  states.reduce<PaymentState>(paymentAfter, from);

test('never loses money that arrived, whatever the order of the reports', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (order) => {
      expect(after(order)).toBe('paid');
    }),
  );
});

test('a payment that ended without money stays ended', () => {
  const endings = fc.constantFrom<ProviderState>('failed', 'cancelled', 'expired');
  fc.assert(
    fc.property(endings, fc.array(fc.constantFrom<ProviderState>('pending', 'expired', 'unknown')), (end, rest) => {
      expect(after(['pending', end, ...rest])).toBe(end);
    }),
  );
});

test('only authorized or paid money can be withdrawn', () => {
  expect(after(['pending', 'authorized', 'voided'])).toBe('voided');
  expect(after(['paid', 'voided'])).toBe('voided');
  expect(after(['paid', 'disputed'])).toBe('disputed');
  expect(after(['pending', 'voided'])).toBe('pending');
  expect(after(['expired', 'disputed'])).toBe('expired');
});

test('an ended payment may still be paid', () => {
  for (const end of ['failed', 'cancelled', 'expired'] as const) expect(paymentAfter(end, 'paid')).toBe('paid');
  expect(moneyStates).toContain(after(['expired', 'paid']));
});

test('every target state has its own entry', () => {
  const states = Object.keys(paymentMoves);
  for (const next of Object.values(paymentMoves)) for (const state of next) expect(states).toContain(state);
});

test('only an ended payment without money is final', () => {
  expect(told.filter(isFinal)).toEqual(['failed', 'cancelled', 'expired']);
  expect(isFinal(null)).toBe(false);
});
