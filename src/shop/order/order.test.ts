import { expect, test } from 'vitest';
import { awaitsBuyer, paidState } from './order.ts';

const totalCents = 31960;
const state = (paidCents: number, refundedCents = 0) => paidState({ totalCents, paidCents, refundedCents });

test('derives the paid state from payments and refunds', () => {
  expect(state(0)).toBe('unpaid');
  expect(state(10000)).toBe('part_paid');
  expect(state(totalCents)).toBe('paid');
  expect(state(2 * totalCents)).toBe('overpaid');
  expect(state(2 * totalCents, totalCents)).toBe('paid');
  expect(state(totalCents, 1)).toBe('part_refunded');
  expect(state(totalCents, totalCents)).toBe('refunded');
  expect(paidState({ totalCents, paidCents: 0, refundedCents: 0 }, 'authorized')).toBe('authorized');
  expect(paidState({ totalCents, paidCents: totalCents, refundedCents: 0 }, 'authorized')).toBe('paid');
});

test('awaitsBuyer is true only for an open order that is not paid or authorized', () => {
  for (const status of ['awaiting_payment', 'confirmed', 'ready'] as const) {
    expect(awaitsBuyer(status, 'unpaid')).toBe(true);
    for (const paid of ['authorized', 'paid', 'part_refunded'] as const) expect(awaitsBuyer(status, paid)).toBe(false);
  }
  for (const status of ['completed', 'cancelled', 'expired'] as const)
    expect(awaitsBuyer(status, 'unpaid')).toBe(false);
});
