import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { OrderReview, OrderStatus } from '../order/order.ts';
import type { Appointment } from '../order/order-view.ts';
import type { TodayFitting } from './fitting/today-fitting.ts';
import type { OrderAct, TireCounts } from './order/order-act.ts';

/** The first rows, at most 50, and how many there are. */
export type Section<Row> = { total: number; rows: Row[] };

/** `here`: all tires that the buyer does not have yet are at the branch; `partly`: some; `coming`: none. */
export type TireState = 'here' | 'partly' | 'coming';

/** An order in a list. Erased names, phones and plates are empty. */
export type DeskOrderRow = {
  number: string;
  status: OrderStatus;
  branch: string;
  name: string;
  phone: string;
  plate: string | null;
  fulfilment: 'pickup' | 'fitting';
  promisedOn: Day;
  /** The day that suppliers or employees expect; null: as promised, or not known. */
  expectedOn: Day | null;
  tires: TireCounts & { state: TireState };
  /**
   * `dueCents`: the sum to be paid before the hand-over; 0 if `paid`. `onCredit`: the company pays after the hand-over, and has not paid.
   */
  money: { paid: boolean; dueCents: Cents; onCredit?: boolean };
  /** The newest appointment for fitting; null: none was made, or it is an order to collect. */
  fitting: { at: string; state: Appointment['state'] } | null;
  /** The shelf on which tires were put aside last. */
  shelf: string | null;
  nextAct: OrderAct | null;
};

/** `days`: calendar days since `readyOn`. */
export type WaitingRow = DeskOrderRow & { readyOn: Day; days: number };

/**
 * `next-day`: promised within one working day. `appointment`: to be fitted within one, and not all tires are here. `no-time`: its
 * appointment was freed or missed, and no new one was agreed.
 */
export type AtRiskRow = DeskOrderRow & { risk: 'late' | 'today' | 'next-day' | 'appointment' | 'no-time' };

/**
 * Why a person must look at an order. `delay-unanswered`: phone the buyer; `rest-due`: a change raised the total, and the rest is
 * overdue; `did-not-come`: tires were reported as not come; `missing`: no supplier sends them; `not-collected`: a paid order that
 * nobody collects; `withdrawal`: a declaration is open.
 */
export type Matter =
  | `review-${OrderReview}`
  | 'delay-unanswered'
  | 'rest-due'
  | 'did-not-come'
  | 'missing'
  | 'not-collected'
  | 'withdrawal';

/** `since`: ISO instant from which the first matter has waited; null: not known. `nextAct`: the act that settles the first matter. */
export type MatterRow = DeskOrderRow & { matters: Matter[]; since: string | null };

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
  /** A working day has passed since the request, or since it was sent. */
  late: boolean;
};

/** Tires of a purchase that are to arrive at the branch today or should have arrived. */
export type ExpectedPurchase = { purchase: string; supplier: string; day: Day; count: number; overdue: boolean };

export type NewOrderRow = DeskOrderRow & { placedAt: string; totalCents: Cents };

/** The home screen of a branch. */
export type Today = {
  branch: string;
  day: Day;
  /** Confirmed orders whose tires are all here: put them aside, then tell the buyer. */
  toDo: Section<DeskOrderRow>;
  /** Ready orders, the longest ready first. */
  waiting: Section<WaitingRow>;
  /** Orders that are due or to be fitted within one working day, and whose tires are not all here; or that lost their appointment. */
  atRisk: Section<AtRiskRow>;
  matters: Section<MatterRow>;
  /** `pieces`: the number of tires. */
  toSend: Section<TransferRow> & { pieces: number };
  toReceive: Section<TransferRow> & { pieces: number };
  expected: Section<ExpectedPurchase> & { pieces: number };
  /** Orders of the website since the day began, the newest first. */
  newOrders: Section<NewOrderRow>;
  /** The current and next bookings of the bays; null: the branch has none. */
  fitting: TodayFitting | null;
};
