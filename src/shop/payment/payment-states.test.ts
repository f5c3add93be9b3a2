import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isFinal,
  moneyStates,
  type PaymentState,
  type ProviderState,
  paymentAfter,
  paymentTransitions,
} from './payment-states.ts';

const statesWithoutReversals: ProviderState[] = [
  'pending',
  'authorized',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'unknown',
];
const stateAfter = (states: readonly ProviderState[], from: PaymentState = 'submitted') =>
  states.reduce<PaymentState>(paymentAfter, from);

test('a paid payment stays paid, whatever the order of the reports', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(statesWithoutReversals, { minLength: statesWithoutReversals.length }), (order) => {
      expect(stateAfter(order)).toBe('paid');
    }),
  );
});

test('a payment that failed, was cancelled or expired keeps its state until it is paid', () => {
  const endings = fc.constantFrom<ProviderState>('failed', 'cancelled', 'expired');
  fc.assert(
    fc.property(
      endings,
      fc.array(fc.constantFrom<ProviderState>('pending', 'expired', 'unknown')),
      (finalState, laterReports) => {
        expect(stateAfter(['pending', finalState, ...laterReports])).toBe(finalState);
      },
    ),
  );
});

test('a pending, authorized or paid payment can be voided, a paid one also disputed; an expired one stays expired', () => {
  expect(stateAfter(['pending', 'authorized', 'voided'])).toBe('voided');
  expect(stateAfter(['paid', 'voided'])).toBe('voided');
  expect(stateAfter(['paid', 'disputed'])).toBe('disputed');
  expect(stateAfter(['pending', 'voided'])).toBe('voided');
  expect(stateAfter(['expired', 'disputed'])).toBe('expired');
  expect(stateAfter(['expired', 'voided'])).toBe('expired');
});

test('an ended payment may still be paid', () => {
  for (const finalState of ['failed', 'cancelled', 'expired'] as const)
    expect(paymentAfter(finalState, 'paid')).toBe('paid');
  expect(moneyStates).toContain(stateAfter(['expired', 'paid']));
});

test('every reachable state has an entry in `paymentTransitions`', () => {
  const states = Object.keys(paymentTransitions);
  for (const next of Object.values(paymentTransitions)) for (const state of next) expect(states).toContain(state);
});

test('only failed, cancelled, expired and voided payments are final', () => {
  const states = [...statesWithoutReversals, 'voided', 'disputed'] as const;
  expect(states.filter(isFinal)).toEqual(['failed', 'cancelled', 'expired', 'voided']);
  expect(isFinal(null)).toBe(false);
});
