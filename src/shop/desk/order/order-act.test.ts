import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderReviews, orderStatuses } from '../../order/order.ts';
import { type ActState, actForMatter, allowedActs, matters, nextActOf } from './order-act.ts';

const noTires = { here: 0, aside: 0, coming: 0, missing: 0, handedOver: 0, returned: 0 };

/** A confirmed and paid order without tires, except as `changes` say. */
const order = ({
  tires,
  ...changes
}: Partial<Omit<ActState, 'tires'>> & { tires?: Partial<ActState['tires']> } = {}) => ({
  status: 'confirmed' as const,
  review: null,
  tires: { ...noTires, ...tires },
  underWay: 0,
  dueCents: 0,
  refundableCents: 0,
  isReadyMailUnsent: false,
  delay: 'none' as const,
  hasOpenWithdrawal: false,
  isContactErased: false,
  ...changes,
});

const unpaid = { dueCents: 31_960 };

describe('the next act of an order', () => {
  test.each([
    ['an order that awaits payment', order({ status: 'awaiting_payment', ...unpaid, tires: { here: 4 } }), null],
    ['one whose tires are to come', order({ tires: { coming: 4 } }), 'arrived'],
    ['one of whose tires some are here', order({ tires: { here: 2, coming: 2 } }), 'arrived'],
    ['one whose tires are all here', order({ tires: { here: 4 } }), 'put-aside'],
    ['one whose tires are all here, unpaid', order({ ...unpaid, tires: { here: 4 } }), 'put-aside'],
    ['one of whose tires some are put aside', order({ tires: { here: 4, aside: 2 } }), 'put-aside'],
    ['one whose tires are put aside', order({ tires: { here: 4, aside: 4 } }), 'ready'],
    ['a ready one that is paid', order({ status: 'ready', tires: { here: 4 } }), 'hand-over'],
    ['a ready one that is not paid', order({ status: 'ready', ...unpaid, tires: { here: 4 } }), 'paid-card'],
    ['one that has no tires left', order({ tires: { handedOver: 2 } }), 'complete'],
    ['one whose supplier refuses', order({ tires: { here: 2, missing: 2 } }), 'swap'],
    ['one whose buyer has to answer', order({ delay: 'open', tires: { missing: 4 } }), 'arrived'],
    ['one whose buyer has not answered', order({ delay: 'due', tires: { missing: 4 } }), 'answer-delay'],
    ['a part payment', order({ review: 'amount-mismatch', ...unpaid, tires: { here: 4 } }), 'paid-card'],
    [
      'a withdrawn payment',
      order({ status: 'ready', review: 'payment-withdrawn', tires: { here: 4 } }),
      'resolve-review',
    ],
    ['an overpaid ready one', order({ status: 'ready', review: 'overpaid', tires: { here: 4 } }), 'hand-over'],
    ['a completed one', order({ status: 'completed', tires: { handedOver: 4 }, refundableCents: 31_960 }), null],
    [
      'a completed one that is withdrawn',
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
  test('an unpaid order whose tires are here is not handed over', () => {
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

  test('a paid order of which some tires are here', () => {
    const state = order({ tires: { here: 2, coming: 2 }, underWay: 2, refundableCents: 31_960 });
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

  test('an order of which the buyer has some tires is not cancelled', () => {
    expect(allowedActs(order({ tires: { here: 2, handedOver: 2 } }))).not.toContain('cancel');
  });

  test('a blocked order is neither ready nor handed over', () => {
    const blocked = order({ review: 'payment-withdrawn', tires: { here: 4, aside: 4 } });
    expect(allowedActs(blocked)).toEqual(['put-aside', 'cancel', 'resolve-review', 'note']);
  });

  test('`ready` is undone only while its mail is unsent', () => {
    const ready = { status: 'ready' as const, tires: { here: 4 } };
    expect(allowedActs(order({ ...ready, isReadyMailUnsent: true }))).toContain('undo-ready');
    expect(allowedActs(order(ready))).not.toContain('undo-ready');
  });

  test('a hand-over is undone unless the data of the buyer are erased', () => {
    const completed = { status: 'completed' as const, tires: { handedOver: 4 } };
    expect(allowedActs(order(completed))).toEqual(['undo-hand-over', 'take-back', 'swap-warranty', 'note']);
    expect(allowedActs(order({ ...completed, isContactErased: true }))).not.toContain('undo-hand-over');
  });

  test('a cancelled order allows a refund of what is left, and notes', () => {
    expect(allowedActs(order({ status: 'cancelled', refundableCents: 1 }))).toEqual(['refund', 'note']);
  });
});

const count = fc.integer({ min: 0, max: 4 });
const anyState: fc.Arbitrary<ActState> = fc.record({
  status: fc.constantFrom(...orderStatuses),
  review: fc.constantFrom(null, ...orderReviews),
  tires: fc.record({ here: count, aside: count, coming: count, missing: count, handedOver: count, returned: count }),
  underWay: count,
  dueCents: count,
  refundableCents: count,
  isReadyMailUnsent: fc.boolean(),
  delay: fc.constantFrom('none' as const, 'open' as const, 'due' as const),
  hasOpenWithdrawal: fc.boolean(),
  isContactErased: fc.boolean(),
});

test('the next act, and that of each matter, is one that the order allows', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const acts = [nextActOf(state), ...matters.map((matter) => actForMatter(matter, state))];
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
