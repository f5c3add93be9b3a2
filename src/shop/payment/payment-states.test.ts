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

test('8.5.9 reports in any order never lose money that arrived', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (order) => {
      expect(after(order)).toBe('paid');
    }),
  );
});

test('8.5.9 without money an ended payment stays ended', () => {
  const endings = fc.constantFrom<ProviderState>('failed', 'cancelled', 'expired');
  fc.assert(
    fc.property(endings, fc.array(fc.constantFrom<ProviderState>('pending', 'expired', 'unknown')), (end, rest) => {
      expect(after(['pending', end, ...rest])).toBe(end);
    }),
  );
});

test('8.5.17 only authorized or paid money can be withdrawn', () => {
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

test('every target state has an entry of its own', () => {
  const states = Object.keys(paymentMoves);
  for (const next of Object.values(paymentMoves)) for (const state of next) expect(states).toContain(state);
});

test('only an end without money is final', () => {
  expect(told.filter(isFinal)).toEqual(['failed', 'cancelled', 'expired']);
  expect(isFinal(null)).toBe(false);
});
