import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderReviews, orderStatuses } from '../../order/order.ts';
import { type ActState, actForReason, allowedActs, attentionReasons, nextActOf } from './order-act.ts';

const noTires = { here: 0, aside: 0, coming: 0, missing: 0, handedOver: 0, returned: 0 };

/** Returns the state of a confirmed and paid order, which has no tires unless `tires` says so. */
const order = ({
  tires,
  ...changes
}: Partial<Omit<ActState, 'tires'>> & { tires?: Partial<ActState['tires']> } = {}) => ({
  status: 'confirmed' as const,
  review: null,
  tires: { ...noTires, ...tires },
  orderedOrSent: 0,
  dueCents: 0,
  refundableCents: 0,
  isReadyMailUnsent: false,
  delay: 'none' as const,
  hasOpenWithdrawal: false,
  isContactErased: false,
  ...changes,
});

const unpaid = { dueCents: 31_960 };

describe('the next act', () => {
  test.each([
    ['an order that awaits payment', order({ status: 'awaiting_payment', ...unpaid, tires: { here: 4 } }), null],
    ['one whose tires have not arrived', order({ tires: { coming: 4 } }), 'arrived'],
    ['one with some tires here', order({ tires: { here: 2, coming: 2 } }), 'arrived'],
    ['one whose tires are all here', order({ tires: { here: 4 } }), 'put-aside'],
    ['one whose tires are all here, unpaid', order({ ...unpaid, tires: { here: 4 } }), 'put-aside'],
    ['one with some tires put aside', order({ tires: { here: 4, aside: 2 } }), 'put-aside'],
    ['one whose tires are put aside', order({ tires: { here: 4, aside: 4 } }), 'ready'],
    ['a ready one that is paid', order({ status: 'ready', tires: { here: 4 } }), 'hand-over'],
    ['a ready one that is not paid', order({ status: 'ready', ...unpaid, tires: { here: 4 } }), 'paid-card'],
    ['one that has no tires left', order({ tires: { handedOver: 2 } }), 'complete'],
    ['one with tires that no supplier sends', order({ tires: { here: 2, missing: 2 } }), 'swap'],
    [
      'one whose buyer was told of a delay and can still answer',
      order({ delay: 'open', tires: { missing: 4 } }),
      'arrived',
    ],
    ['one whose buyer has not answered in time', order({ delay: 'due', tires: { missing: 4 } }), 'answer-delay'],
    [
      'one in review because it is paid in part',
      order({ review: 'amount-mismatch', ...unpaid, tires: { here: 4 } }),
      'paid-card',
    ],
    [
      'one whose payment the provider took back',
      order({ status: 'ready', review: 'payment-withdrawn', tires: { here: 4 } }),
      'resolve-review',
    ],
    ['an overpaid ready one', order({ status: 'ready', review: 'overpaid', tires: { here: 4 } }), 'hand-over'],
    ['a completed one', order({ status: 'completed', tires: { handedOver: 4 }, refundableCents: 31_960 }), null],
    [
      'a completed one from which the buyer withdraws',
      order({ status: 'completed', hasOpenWithdrawal: true, tires: { handedOver: 4 } }),
      'take-back',
    ],
    [
      'one whose tires came back',
      order({ status: 'completed', hasOpenWithdrawal: true, tires: { returned: 4 }, refundableCents: 31_960 }),
      'refund',
    ],
    ['an overpaid completed one', order({ status: 'completed', review: 'overpaid', refundableCents: 400 }), 'refund'],
    ['a cancelled one', order({ status: 'cancelled' }), null],
  ] as const)('of %s', (_case, state, act) => expect(nextActOf(state)).toBe(act));
});

describe('the acts that an order allows', () => {
  test('an unpaid order whose tires are here does not allow a hand-over', () => {
    expect(allowedActs(order({ ...unpaid, tires: { here: 4 } }))).toEqual([
      'paid-cash',
      'paid-card',
      'put-aside',
      'ready',
      'cancel',
      'change',
      'swap',
      'note',
    ]);
  });

  test('a paid order with some tires here and some ordered allows both their arrival and a hand-over', () => {
    const state = order({ tires: { here: 2, coming: 2 }, orderedOrSent: 2, refundableCents: 31_960 });
    expect(allowedActs(state)).toEqual([
      'arrived',
      'did-not-come',
      'put-aside',
      'hand-over',
      'complete',
      'cancel',
      'change',
      'swap',
      'refund',
      'note',
    ]);
  });

  test('an order with handed over tires cannot be cancelled', () => {
    expect(allowedActs(order({ tires: { here: 2, handedOver: 2 } }))).not.toContain('cancel');
  });

  test('an order whose payment the provider took back allows neither `ready` nor a hand-over', () => {
    const inReview = order({ review: 'payment-withdrawn', tires: { here: 4, aside: 4 } });
    expect(allowedActs(inReview)).toEqual(['put-aside', 'cancel', 'resolve-review', 'note']);
  });

  test('the review of a part payment cannot be ended while the order awaits the rest and keeps the part', () => {
    const partPaid = order({
      status: 'awaiting_payment',
      review: 'amount-mismatch',
      dueCents: 100,
      refundableCents: 50,
    });
    expect(allowedActs(partPaid)).not.toContain('resolve-review');
    expect(allowedActs({ ...partPaid, refundableCents: 0 })).toContain('resolve-review');
    expect(allowedActs({ ...partPaid, status: 'confirmed' })).toContain('resolve-review');
  });

  test('`ready` can be undone only while its mail is unsent', () => {
    const readyOrder = { status: 'ready' as const, tires: { here: 4 } };
    expect(allowedActs(order({ ...readyOrder, isReadyMailUnsent: true }))).toContain('undo-ready');
    expect(allowedActs(order(readyOrder))).not.toContain('undo-ready');
  });

  test('a hand-over can be undone unless the contact data of the buyer are erased', () => {
    const completed = { status: 'completed' as const, tires: { handedOver: 4 } };
    expect(allowedActs(order(completed))).toEqual(['undo-hand-over', 'take-back', 'swap-warranty', 'note']);
    expect(allowedActs(order({ ...completed, isContactErased: true }))).not.toContain('undo-hand-over');
  });

  test('a cancelled order allows notes, and a refund of money that is not refunded yet', () => {
    expect(allowedActs(order({ status: 'cancelled', refundableCents: 1 }))).toEqual(['refund', 'note']);
  });
});

const count = fc.integer({ min: 0, max: 4 });
const anyState: fc.Arbitrary<ActState> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  review: fc.constantFrom(null, ...orderReviews),
  tires: fc.record({ here: count, aside: count, coming: count, missing: count, handedOver: count, returned: count }),
  orderedOrSent: count,
  dueCents: count,
  refundableCents: count,
  isReadyMailUnsent: fc.boolean(),
  delay: fc.constantFrom('none' as const, 'open' as const, 'due' as const),
  hasOpenWithdrawal: fc.boolean(),
  isContactErased: fc.boolean(),
});

test('the next act, and the act for each reason for attention, are among the allowed acts', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const acts = [nextActOf(state), ...attentionReasons.map((reason) => actForReason(reason, state))];
      const allowed = allowedActs(state);
      expect(acts.filter((act) => act !== null && !allowed.includes(act))).toEqual([]);
    }),
  );
});

test('a confirmed or ready order always has a next act', () => {
  fc.assert(
    fc.property(anyState, fc.constantFrom('confirmed' as const, 'ready' as const), (state, status) => {
      expect(nextActOf({ ...state, status })).not.toBeNull();
    }),
  );
});
