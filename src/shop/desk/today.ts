import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { OrderReview, OrderStatus } from '../order/order.ts';
import type { Appointment } from '../order/order-view.ts';
import type { TodayFitting } from './fitting/today-fitting.ts';
import type { OrderAct, TireCounts } from './order/order-act.ts';

/** `rows`: the first 50 at most. */
export type Section<Row> = { total: number; rows: Row[] };

/** `here`: all tires that the buyer does not have yet are at the branch; `partly`: some; `coming`: none. */
export type TireState = 'here' | 'partly' | 'coming';

/** Erased names, phones and plates are empty. */
export type DeskOrderRow = {
  number: string;
  status: OrderStatus;
  branch: string;
  name: string;
  phone: string;
  plate: string | null;
  fulfilment: 'pickup' | 'fitting';
  promisedOn: Day;
  /** The day that suppliers or employees expect; null: nobody has named a day. */
  expectedOn: Day | null;
  tires: TireCounts & { state: TireState };
  /** `paid`: nothing is to be paid any more; for a cancelled or expired order: the total was paid, and not all of it refunded. `onCredit`: the company pays after the hand-over, and has not paid. */
  money: { paid: boolean; dueCents: Cents; onCredit?: boolean };
  /** The open appointment, or else the newest; null: none was made, or the order is for pickup. */
  fitting: { at: string; state: Appointment['state'] } | null;
  shelf: string | null;
  nextAct: OrderAct | null;
};

/** `days`: calendar days since `readyOn`. */
export type WaitingRow = DeskOrderRow & { readyOn: Day; days: number };

/** `no-time`: the appointment was cancelled or missed. In all others, tires are not at the branch yet. `late`, `today`, `next-day`: they were
 * promised for an earlier day, today or the next working day. `appointment`: they are to be fitted by the next working day. */
export type AtRiskRow = DeskOrderRow & { risk: 'late' | 'today' | 'next-day' | 'appointment' | 'no-time' };

/** Why an order needs attention. `delay-unanswered`: the buyer must be phoned. `rest-due`: a change raised the total, and the balance due is overdue.
 * `did-not-come`: tires were reported as not arrived. `missing`: no supplier sends them. `not-collected`: nobody collects
 * the paid order. `withdrawal`: a declaration of withdrawal is open. */
export type AttentionReason =
  | `review-${OrderReview}`
  | 'delay-unanswered'
  | 'rest-due'
  | 'did-not-come'
  | 'missing'
  | 'not-collected'
  | 'withdrawal';

/** `since`: ISO instant from which the first reason has existed; null: not known. `nextAct`: settles the first reason. */
export type AttentionRow = DeskOrderRow & { reasons: AttentionReason[]; since: string | null };

export type TransferRow = {
  id: number;
  number: string;
  tireId: string;
  title: string;
  size: string;
  count: number;
  from: string;
  to: string;
  state: 'requested' | 'sent';
  promisedOn: Day;
  requestedAt: string;
  sentAt: string | null;
  late: boolean;
};

export type ExpectedPurchase = { purchase: string; supplier: string; day: Day; count: number; overdue: boolean };

export type NewOrderRow = DeskOrderRow & { placedAt: string; totalCents: Cents };

export type Today = {
  branch: string;
  day: Day;
  /** Confirmed orders whose tires are all here: put them aside, then tell the buyer. Also ready orders whose tires are on no shelf. */
  toDo: Section<DeskOrderRow>;
  waiting: Section<WaitingRow>;
  /** Orders that are due or to be fitted within one working day, and whose tires are not all here; or that lost their appointment. */
  atRisk: Section<AtRiskRow>;
  needsAttention: Section<AttentionRow>;
  toSend: Section<TransferRow> & { pieces: number };
  toReceive: Section<TransferRow> & { pieces: number };
  expected: Section<ExpectedPurchase> & { pieces: number };
  newOrders: Section<NewOrderRow>;
  /** Null: the branch has no bays. */
  fitting: TodayFitting | null;
};
