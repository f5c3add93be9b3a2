import type { Cents } from '../../money.ts';
import { isBlocking, type OrderReview, type OrderStatus, openStatuses } from '../../order/order.ts';
import type { AttentionReason } from '../today.ts';

/** `did-not-come`: expected tires have not arrived. `swap`: exchanges tires before the hand-over. `swap-warranty`: exchanges faulty tires after it. */
export const orderActs = [
  'paid-cash',
  'paid-card',
  'arrived',
  'did-not-come',
  'put-aside',
  'ready',
  'undo-ready',
  'hand-over',
  'undo-hand-over',
  'complete',
  'cancel',
  'change',
  'swap',
  'take-back',
  'swap-warranty',
  'refund',
  'answer-delay',
  'resolve-review',
  'note',
] as const;

export type OrderAct = (typeof orderActs)[number];

/** `here`: at the branch of the order; `aside`: those of them on a shelf; `coming`: from a supplier or another branch; `missing`: no supplier sends them. */
export type TireCounts = {
  here: number;
  aside: number;
  coming: number;
  missing: number;
  handedOver: number;
  returned: number;
};

export type ActState = {
  status: OrderStatus;
  review: OrderReview | null;
  tires: TireCounts;
  /** Pieces that were ordered from a supplier or that another branch has sent. */
  orderedOrSent: number;
  /** The sum to pay before the hand-over: 0 for an order on credit, and for a cancelled or expired one. */
  dueCents: Cents;
  refundableCents: Cents;
  isReadyMailUnsent: boolean;
  /** `open`: the buyer was told of a delay and can still answer; `due`: the time to answer is over without an answer. */
  delay: 'none' | 'open' | 'due';
  hasOpenWithdrawal: boolean;
  isContactErased: boolean;
  /** The car of the buyer is at a bay, or its tires are fitted already, so they need not be put aside. */
  hasArrivedForFitting?: boolean;
};

const isOpen = ({ status }: Pick<ActState, 'status'>) => openStatuses.includes(status);
const isInWork = ({ status }: Pick<ActState, 'status'>) => status === 'confirmed' || status === 'ready';

const isAllowed: Record<OrderAct, (state: ActState) => boolean> = {
  'paid-cash': (state) => isOpen(state) && state.dueCents > 0,
  'paid-card': (state) => isOpen(state) && state.dueCents > 0,
  arrived: (state) => isInWork(state) && awaitedCount(state) > 0,
  'did-not-come': (state) => isInWork(state) && state.orderedOrSent > 0,
  'put-aside': (state) => isInWork(state) && state.tires.here > 0,
  ready: (state) => state.status === 'confirmed' && !isBlocking(state.review) && isAllHere(state),
  'undo-ready': (state) => state.status === 'ready' && state.isReadyMailUnsent,
  'hand-over': (state) => mayHandOver(state) && state.tires.here > 0,
  // If all are here, `hand-over` does the same. `complete` also hands over tires whose arrival was not booked.
  complete: (state) => mayHandOver(state) && !isAllHere(state),
  'undo-hand-over': (state) =>
    (isInWork(state) || state.status === 'completed') && !state.isContactErased && state.tires.handedOver > 0,
  cancel: (state) => isOpen(state) && state.tires.handedOver === 0,
  change: mayChange,
  swap: (state) => mayChange(state) && state.tires.here + awaitedCount(state) > 0,
  'take-back': ({ tires }) => tires.handedOver > 0,
  'swap-warranty': ({ tires }) => tires.handedOver > 0,
  refund: ({ refundableCents }) => refundableCents > 0,
  'answer-delay': (state) => state.status === 'confirmed' && state.delay !== 'none',
  'resolve-review': (state) => state.review !== null && !keepsPartPayment(state),
  note: () => true,
};

function awaitedCount({ tires: { coming, missing } }: ActState): number {
  return coming + missing;
}

function isAllHere(state: ActState): boolean {
  return state.tires.here > 0 && awaitedCount(state) === 0;
}

function mayHandOver(state: ActState): boolean {
  return isInWork(state) && !isBlocking(state.review) && state.dueCents === 0;
}

/** True for a part payment that is not refunded, while its order awaits the rest: then the review stays. */
function keepsPartPayment({ status, review, refundableCents }: ActState): boolean {
  return review === 'amount-mismatch' && status === 'awaiting_payment' && refundableCents > 0;
}

function mayChange(state: ActState): boolean {
  return isOpen(state) && state.review !== 'payment-withdrawn';
}

/** Returns the acts that the screen offers. Each act checks again, because another employee may have changed the order meanwhile. */
export function allowedActs(state: ActState): OrderAct[] {
  return orderActs.filter((act) => isAllowed[act](state));
}

/** Returns the primary act on the order's screen, one of `allowedActs`; null: there is none. `paid-card` stands for a payment by card or in cash. */
export function nextActOf(state: ActState): OrderAct | null {
  return firstAllowed(state, isInWork(state) ? nextActsInWork(state) : nextActsNotInWork(state));
}

function nextActsInWork(state: ActState): OrderAct[] {
  const { status, review, tires, dueCents } = state;
  if (review === 'payment-withdrawn') return ['resolve-review'];
  if (review === 'amount-mismatch') return ['paid-card', 'resolve-review'];
  if (status === 'confirmed' && state.delay === 'due') return ['answer-delay'];
  // A delay asks the buyer whether to wait, swap or cancel: until the answer, a swap is not the next act.
  if (tires.missing > 0 && tires.coming === 0 && state.delay === 'none') return ['swap'];
  if (awaitedCount(state) > 0) return ['arrived'];
  if (status === 'confirmed' && tires.here > 0 && !state.hasArrivedForFitting)
    return [tires.aside < tires.here ? 'put-aside' : 'ready'];
  return dueCents > 0 ? ['paid-card'] : ['hand-over', 'complete'];
}

function nextActsNotInWork({ review, hasOpenWithdrawal }: ActState): OrderAct[] {
  if (review === 'payment-withdrawn') return ['resolve-review'];
  if (review === 'amount-mismatch') return ['paid-card', 'resolve-review'];
  if (hasOpenWithdrawal) return ['take-back', 'change', 'refund'];
  return review === null ? [] : actsForReason[`review-${review}`];
}

function firstAllowed(state: ActState, acts: readonly OrderAct[]): OrderAct | null {
  return acts.find((act) => isAllowed[act](state)) ?? null;
}

/** The acts that settle a reason. `did-not-come` is settled when the tires arrive after all. */
const actsForReason: Record<AttentionReason, OrderAct[]> = {
  'review-payment-withdrawn': ['resolve-review'],
  'review-amount-mismatch': ['paid-card', 'resolve-review'],
  'review-late-payment': ['resolve-review'],
  'review-overpaid': ['refund', 'resolve-review'],
  'review-refund-failed': ['refund', 'resolve-review'],
  'delay-unanswered': ['answer-delay'],
  missing: ['swap'],
  'did-not-come': ['arrived'],
  'rest-due': ['paid-card'],
  withdrawal: ['take-back', 'change', 'refund'],
  'not-collected': ['cancel'],
};

export const attentionReasons = Object.keys(actsForReason) as AttentionReason[];

export function actForReason(reason: AttentionReason, state: ActState): OrderAct | null {
  return firstAllowed(state, actsForReason[reason]);
}
