import { describe, expect, test } from 'vitest';
import { orderOf } from '../../../../test/support/orders/letters.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { moneyWord, mustChooseAgain, thanksWord } from './order-state.ts';
import { askAgainAfter } from './success.tsx';

const none: NextStep = { type: 'none' };
const retry: NextStep = { type: 'retry' };

const bank = 'montonio:paymentInitiation:EE:HABAEE2X';
const payment = (changes: Partial<OrderView['payment']> = {}): OrderView['payment'] => ({
  state: 'unpaid',
  attempt: 'pending',
  paid: 0,
  refunded: 0,
  refunds: [],
  ...changes,
});

/** An order that waits for its bank. */
const order = (changes: Partial<OrderView> = {}) =>
  orderOf({ paymentMethod: bank, status: 'awaiting_payment', awaitsBuyer: true, payment: payment(), ...changes });

describe('the words of an order', () => {
  test.each([
    ['waits', order(), none, 'unpaid', 'toPay'],
    ['is being started', order({ payment: payment({ attempt: 'submitted' }) }), retry, 'starting', 'toPay'],
    ['failed', order({ payment: payment({ attempt: 'failed' }) }), none, 'failed', 'toPay'],
    [
      'is settling',
      order({ awaitsBuyer: false, payment: payment({ state: 'authorized' }) }),
      none,
      'settling',
      'settling',
    ],
    [
      'is paid',
      order({ status: 'confirmed', awaitsBuyer: false, payment: payment({ state: 'paid' }) }),
      none,
      'paid',
      'paid',
    ],
    [
      'is paid at the branch',
      order({ status: 'confirmed', paymentMethod: 'pay_at_branch' }),
      none,
      'atBranch',
      'placed',
    ],
    ['is ready', order({ status: 'ready', paymentMethod: 'pay_at_branch' }), none, 'atBranch', 'ready'],
    ['is cancelled', order({ status: 'cancelled', awaitsBuyer: false }), none, 'unpaid', null],
    ['has expired', order({ status: 'expired', awaitsBuyer: false }), none, 'unpaid', null],
    [
      'is refunded',
      order({ status: 'confirmed', awaitsBuyer: false, payment: payment({ state: 'refunded' }) }),
      none,
      'refunded',
      null,
    ],
    [
      'is partly refunded',
      order({ status: 'completed', awaitsBuyer: false, payment: payment({ state: 'part_refunded' }) }),
      none,
      'partRefunded',
      'completed',
    ],
  ] as const)('that %s name its payment and thank for what is true', (_, one, next, money, thanks) => {
    expect([moneyWord(one, next), thanksWord(one)]).toEqual([money, thanks]);
  });

  test('ask for another payment method only after a failed online payment', () => {
    expect(mustChooseAgain(order(), none)).toBe(true);
    expect(mustChooseAgain(order(), retry)).toBe(false);
    expect(mustChooseAgain(order({ awaitsBuyer: false }), none)).toBe(false);
    expect(mustChooseAgain(order({ paymentMethod: 'pay_at_branch' }), none)).toBe(false);
  });
});

describe('an order is asked for again', () => {
  const asksAfter = (one: OrderView, times = 1) => askAgainAfter({ order: one, next: none }, times);

  test.each(['created', 'submitted', 'pending', 'authorized'] as const)('while its payment is %s', (attempt) => {
    expect(asksAfter(order({ payment: payment({ attempt }) }))).toBe(3_000);
    expect(asksAfter(order({ payment: payment({ attempt }) }), 40)).toBe(15_000);
  });

  test.each(['paid', 'failed', 'cancelled', 'expired', 'refunded', 'voided', 'disputed'] as const)(
    'no more once its payment is %s',
    (attempt) => expect(asksAfter(order({ payment: payment({ attempt }) }))).toBe(false),
  );

  test('after 15 s while a bank transfer is pending', () => {
    expect(asksAfter(order({ paymentMethod: 'bank_transfer' }))).toBe(15_000);
  });

  test('while a refund is pending', () => {
    const refunds = (state: 'underway' | 'done') => payment({ attempt: 'paid', refunds: [{ amount: 1, state }] });
    expect(asksAfter(order({ payment: refunds('underway') }))).toBe(3_000);
    expect(asksAfter(order({ payment: refunds('done') }))).toBe(false);
  });
});
