import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFinal, moneyStates, type PaymentState, paymentAfter, paymentMoves } from './payment-states.ts';
import type { ProviderState } from './redirect-provider.ts';

const told: ProviderState[] = ['pending', 'authorized', 'paid', 'failed', 'cancelled', 'expired', 'unknown'];
const after = (states: readonly ProviderState[], from: PaymentState = 'submitted') =>
  states.reduce<PaymentState>(paymentAfter, from);

test('8.5.9 in whatever order a provider tells its states, money that came stays', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(told, { minLength: told.length }), (order) => {
      expect(after(order)).toBe('paid');
    }),
  );
});

test('8.5.9 without money the end is an end, whatever comes again', () => {
  const endings = fc.constantFrom<ProviderState>('failed', 'cancelled', 'expired');
  fc.assert(
    fc.property(endings, fc.array(fc.constantFrom<ProviderState>('pending', 'expired', 'unknown')), (end, rest) => {
      expect(after(['pending', end, ...rest])).toBe(end);
    }),
  );
});

test('8.5.17 what was authorised or paid can be taken back, what was never there cannot', () => {
  expect(after(['pending', 'authorized', 'voided'])).toBe('voided');
  expect(after(['paid', 'voided'])).toBe('voided');
  expect(after(['paid', 'disputed'])).toBe('disputed');
  expect(after(['pending', 'voided'])).toBe('pending');
  expect(after(['expired', 'disputed'])).toBe('expired');
});

test('money comes even to an attempt that had ended', () => {
  for (const end of ['failed', 'cancelled', 'expired'] as const) expect(paymentAfter(end, 'paid')).toBe('paid');
  expect(moneyStates).toContain(after(['expired', 'paid']));
});

test('every state that a move leads to has moves of its own', () => {
  const states = Object.keys(paymentMoves);
  for (const next of Object.values(paymentMoves)) for (const state of next) expect(states).toContain(state);
});

test('only an end without money is final', () => {
  expect(told.filter(isFinal)).toEqual(['failed', 'cancelled', 'expired']);
  expect(isFinal(null)).toBe(false);
});
