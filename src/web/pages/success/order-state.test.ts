import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../../test/support/orders/mails.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { closedMessageKey, mustChooseAgain, paymentMessageKey, thanksMessageKey } from './order-state.ts';
import { pollIntervalMs } from './success.tsx';

/** The API offers no link to pay: the online payment has ended, or there is none. */
const noStep: NextStep = { type: 'none' };
const startingStep: NextStep = { type: 'retry' };

const bank = 'montonio:paymentInitiation:EE:HABAEE2X';
const payment = (changes: Partial<OrderView['payment']> = {}): OrderView['payment'] => ({
  state: 'unpaid',
  attempt: 'pending',
  paid: 0,
  refunded: 0,
  missing: 0,
  over: 0,
  refunds: [],
  ...changes,
});

/** An order that the buyer must still pay at a bank. */
const order = (changes: Partial<OrderView> = {}) =>
  sampleOrder({ paymentMethod: bank, status: 'awaiting_payment', awaitsBuyer: true, payment: payment(), ...changes });

describe('the texts about an order', () => {
  test.each([
    ['is still to be paid', order(), noStep, 'unpaid', 'toPay'],
    [
      'has a payment that is being started',
      order({ payment: payment({ attempt: 'submitted' }) }),
      startingStep,
      'starting',
      'toPay',
    ],
    ['has a failed payment', order({ payment: payment({ attempt: 'failed' }) }), noStep, 'failed', 'toPay'],
    [
      'has a payment that is settling',
      order({ awaitsBuyer: false, payment: payment({ state: 'authorized' }) }),
      noStep,
      'settling',
      'settling',
    ],
    [
      'is paid',
      order({ status: 'confirmed', awaitsBuyer: false, payment: payment({ state: 'paid' }) }),
      noStep,
      'paid',
      'paid',
    ],
    [
      'is to be paid at the branch',
      order({ status: 'confirmed', paymentMethod: 'pay_at_branch' }),
      noStep,
      'atBranch',
      'placed',
    ],
    ['is ready', order({ status: 'ready', paymentMethod: 'pay_at_branch' }), noStep, 'atBranch', 'ready'],
    ['is cancelled', order({ status: 'cancelled', awaitsBuyer: false }), noStep, 'unpaid', null],
    ['has expired', order({ status: 'expired', awaitsBuyer: false }), noStep, 'unpaid', null],
    [
      'is refunded',
      order({ status: 'confirmed', awaitsBuyer: false, payment: payment({ state: 'refunded' }) }),
      noStep,
      'refunded',
      null,
    ],
    [
      'is partly refunded',
      order({ status: 'completed', awaitsBuyer: false, payment: payment({ state: 'part_refunded' }) }),
      noStep,
      'partRefunded',
      'completed',
    ],
  ] as const)(
    'state the payment of an order that %s, and choose the matching thanks',
    (_, tested, next, paymentKey, thanksKey) => {
      expect([paymentMessageKey(tested, next), thanksMessageKey(tested)]).toEqual([paymentKey, thanksKey]);
    },
  );

  test('ask for another payment method only if an online payment has ended and the buyer must still pay', () => {
    expect(mustChooseAgain(order(), noStep)).toBe(true);
    expect(mustChooseAgain(order(), startingStep)).toBe(false);
    expect(mustChooseAgain(order({ awaitsBuyer: false }), noStep)).toBe(false);
    expect(mustChooseAgain(order({ paymentMethod: 'pay_at_branch' }), noStep)).toBe(false);
  });
});

describe('the order is polled', () => {
  const intervalOf = (tested: OrderView, polls = 1) => pollIntervalMs({ order: tested, next: noStep }, polls);

  test.each(['created', 'submitted', 'pending', 'authorized'] as const)(
    'every 3 s, after 40 polls every 15 s, while its payment is %s',
    (attempt) => {
      expect(intervalOf(order({ payment: payment({ attempt }) }))).toBe(3_000);
      expect(intervalOf(order({ payment: payment({ attempt }) }), 40)).toBe(15_000);
    },
  );

  test.each(['paid', 'failed', 'cancelled', 'expired', 'refunded', 'voided', 'disputed'] as const)(
    'no longer when its payment is %s',
    (attempt) => expect(intervalOf(order({ payment: payment({ attempt }) }))).toBe(false),
  );

  test('every 15 s while a bank transfer is pending', () => {
    expect(intervalOf(order({ paymentMethod: 'bank_transfer' }))).toBe(15_000);
  });

  test('while a refund is under way, and no longer when it is done', () => {
    const refunds = (state: 'underway' | 'done') => payment({ attempt: 'paid', refunds: [{ amount: 1, state }] });
    expect(intervalOf(order({ payment: refunds('underway') }))).toBe(3_000);
    expect(intervalOf(order({ payment: refunds('done') }))).toBe(false);
  });
});

test('the texts about a completed order depend on whether none, some or all of its tires came back', () => {
  const twoItems = (...returned: [number, number]) =>
    sampleOrder().items.map((item, n) => ({ ...item, count: 2, returned: returned[n] ?? 0 }));
  const completed = (...returned: [number, number]) =>
    closedMessageKey(order({ status: 'completed', items: twoItems(...returned) }));
  expect([completed(0, 0), completed(2, 1), completed(2, 2)]).toEqual(['completed', 'partReturned', 'returned']);
  const thanksKeyOf = (...returned: [number, number]) =>
    thanksMessageKey(order({ status: 'completed', items: twoItems(...returned) }));
  expect([thanksKeyOf(2, 1), thanksKeyOf(2, 2)]).toEqual(['completed', null]);
});

test('a completed order whose buyer has withdrawn says so until tires come back, and gives no thanks', () => {
  const withdrawn = { status: 'completed', withdrawnAt: '2026-11-23T10:00:00.000Z' } as const;
  expect([closedMessageKey(order(withdrawn)), thanksMessageKey(order(withdrawn))]).toEqual(['withdrawn', null]);
  const items = sampleOrder().items.map((item) => ({ ...item, returned: 1 }));
  expect(closedMessageKey(order({ ...withdrawn, items }))).toBe('partReturned');
});

test('the text about a closed order says that it expired, or that it was cancelled and is not refunded yet', () => {
  expect(closedMessageKey(order({ status: 'expired' }))).toBe('expired');
  const paid = payment({ state: 'paid', paid: 10 });
  expect(closedMessageKey(order({ status: 'cancelled', payment: paid }))).toBe('cancelledPaid');
});
