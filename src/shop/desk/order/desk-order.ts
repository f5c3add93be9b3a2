import type { Day } from '../../calendar.ts';
import type { Locale } from '../../locale.ts';
import type { Cents } from '../../money.ts';
import type { Company } from '../../order/company.ts';
import type { PieceState } from '../../order/holds.ts';
import type { OrderReview, OrderStatus, PaidState } from '../../order/order.ts';
import type { DeskAppointment } from '../fitting/appointment.ts';
import type { TireState } from '../today.ts';
import type { OrderAct, TireCounts } from './order-act.ts';

/** `place`: a branch or `supplier:ID`. `day`: the day on which the pieces should be at the order's branch; null: they have arrived, or it is not known. */
export type DeskPiece = { place: string; count: number; state: PieceState; day: Day | null };

export type DeskLine = TireCounts & {
  position: number;
  tireId: string;
  ean: string | null;
  title: string;
  size: string;
  count: number;
  priceCents: Cents;
  shelf: string | null;
  pieces: DeskPiece[];
};

/** An entry of the payment ledger. The cash that changed hands is `amountCents + roundingCents`. */
export type DeskEntry = {
  at: string;
  actor: string;
  kind: 'paid' | 'refunded';
  provider: string;
  reference: string;
  amountCents: Cents;
  roundingCents: Cents;
  tender: 'cash' | 'card' | null;
};

/** `byHand`: an employee must pay the refund out and record it. */
export type DeskRefund = {
  id: string;
  at: string;
  actor: string;
  amountCents: Cents;
  reason: string;
  note: string;
  state: 'requested' | 'submitted' | 'pending' | 'succeeded' | 'failed';
  byHand: boolean;
};

export type DeskMoney = {
  totalCents: Cents;
  paidCents: Cents;
  refundedCents: Cents;
  /** The sum to be paid before the hand-over, and the same in cash, rounded to 5 cents. 0: paid, or an employee accepted the shortfall. */
  dueCents: Cents;
  dueInCashCents: Cents;
  overpaidCents: Cents;
  /** The company pays after the hand-over, and has not paid. */
  onCredit: boolean;
  refundableCents: Cents;
  state: PaidState;
  method: string;
  reference: string;
  entries: DeskEntry[];
  refunds: DeskRefund[];
};

/** The last delay that the buyer was told of. `expectedOn` null: the day is not known. `open`: the buyer or an employee can answer. */
export type DeskDelay = {
  promisedOn: Day;
  expectedOn: Day | null;
  toldAt: string;
  answerDueAt: string;
  answer: 'wait' | 'swap' | 'cancel' | null;
  answeredAt: string | null;
  answeredBy: string | null;
  open: boolean;
};

/** A withdrawal from the contract. `items` null: the whole order, or the tires that `note` describes. */
export type DeskWithdrawal = {
  id: string;
  receivedAt: string;
  items: { id: string; count: number }[] | null;
  note: string;
  open: boolean;
};

/** `recipient`: the address to which an employee sent a document of the order; null: the mail goes to the buyer or the branch, by `kind`. */
export type DeskMail = {
  kind: string;
  recipient: string | null;
  at: string;
  state: 'sent' | 'waiting' | 'dropped';
};

/** `event`: a row of `order_events`. `handling`: a goods movement (`arrived`, `put_aside`, `handed_over`, `taken_back`); a negative `data.count` undoes one. */
export type DeskChange = {
  at: string;
  actor: string;
  kind: 'event' | 'handling';
  type: string;
  data: Record<string, unknown>;
};

export type DeskNote = { id: number; at: string; actor: string; text: string };

/** `version` differs after each change that matters for a decision. An act sends it back, and is refused if the order has a newer one. */
export type OrderVersion = { version: string; lastChange: LastChange };

/** The last goods movement (type `handed_over`, `handed_over-undone`), ledger entry (`paid`) or event (`ready`, `changed`) that changed the version. */
export type LastChange = { at: string; actor: string; type: string };

export type DeskOrder = {
  number: string;
  status: OrderStatus;
  channel: 'web' | 'phone' | 'counter';
  locale: Locale;
  placedAt: string;
  branch: string;
  fulfilment: 'pickup' | 'fitting';
  plate: string | null;
  promisedOn: Day;
  expectedOn: Day | null;
  /** The last day on which an unpaid order keeps its tires. */
  heldUntil: Day;
  buyer: { name: string; phone: string; email: string; erased: boolean };
  company: Company | null;
  canCheckVat: boolean;
  /** The company may pay within `days` after the hand-over; null: it may not. `isApproved`: an employee has allowed it for this order. */
  credit: { days: number; isApproved: boolean } | null;
  note: string;
  tires: TireCounts & { state: TireState };
  lines: DeskLine[];
  money: DeskMoney;
  notes: DeskNote[];
  delay: DeskDelay | null;
  withdrawals: DeskWithdrawal[];
  fitting: DeskAppointment | null;
  review: { kind: OrderReview; blocking: boolean } | null;
  mails: DeskMail[];
  history: DeskChange[];
  acts: OrderAct[];
  nextAct: OrderAct | null;
} & OrderVersion;
