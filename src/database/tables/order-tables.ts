import type { ColumnType, Generated } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

type Review = 'amount-mismatch' | 'late-payment' | 'overpaid' | 'payment-withdrawn' | 'refund-failed';

export type Orders = {
  id: Generated<number>;
  number: string;
  token_hash: Buffer;
  status: 'awaiting_payment' | 'confirmed' | 'ready' | 'completed' | 'cancelled' | 'expired';
  locale: 'ee' | 'en' | 'ru';
  name: string;
  email: string;
  phone: string;
  /** `address`: absent in orders from before the shop asked for it. */
  company: { name: string; regCode: string; vatNumber: string | null; address?: string | null } | null;
  branch: string;
  fulfilment: 'pickup' | 'fitting';
  plate: string | null;
  note: string;
  payment_method: string;
  reference: string;
  total_cents: number;
  /** Money refunded without a change of the total, such as goodwill. It is not owed again later. */
  not_due_cents: Generated<number>;
  /** Refunds of a surplus or part payment, not in `not_due_cents`, before the total last changed. They count as not paid, so the buyer owes them again. */
  due_again_cents: Generated<number>;
  vat_percent: number;
  placed_at: Timestamp;
  /** The day by which the shop promised to have all tires at the branch, `YYYY-MM-DD`. */
  promised_on: string;
  /** The day by which suppliers or employees expect all tires at the branch. Null: nobody named a day. */
  expected_on: string | null;
  /** Until then an unpaid order keeps its tires; for a changed order, the day by which its balance is due. */
  held_until: Timestamp;
  client_address: string | null;
  /** `email` without aliases (`mailboxOf`), by which the limits on orders count a buyer's orders. */
  mailbox: string | null;
  device_id: string | null;
  /** Null for a sale at the counter, which is not a distance contract. */
  terms_accepted_at: Timestamp | null;
  review: Review | null;
  channel: Generated<'web' | 'phone' | 'counter'>;
  /** The company that may pay up to `credit_days` after the hand-over. Null: the order is paid before the hand-over. */
  credit_reg_code: string | null;
  credit_days: number | null;
  /** False: placed before the shop issued documents. */
  issues_documents: Generated<boolean>;
  /** When e-mail, phone, plate and note were erased. `name_erased_at`: when name and company were erased. */
  contact_erased_at: Timestamp | null;
  name_erased_at: Timestamp | null;
};

export type OrderLines = {
  order_id: number;
  position: number;
  tire_id: string;
  title: string;
  size: string;
  count: number;
  price_cents: number;
};

/** Pieces of an order line. `HoldState` in src/shop/order/holds.ts describes the states. */
export type StockHolds = {
  order_id: number;
  position: number;
  tire_id: string;
  place: string;
  count: number;
  lead_days: number;
  state: Generated<'held' | 'sold' | 'ordered' | 'in_transit' | 'missing' | 'handed_over' | 'returned' | 'released'>;
};

export type Transfers = {
  id: Identity;
  order_id: number;
  position: number;
  tire_id: string;
  from_branch: string;
  to_branch: string;
  count: number;
  state: 'requested' | 'sent' | 'arrived' | 'cancelled';
  requested_at: Timestamp;
  sent_at: Timestamp | null;
  sent_by: string | null;
  arrived_at: Timestamp | null;
  arrived_by: string | null;
};

/** Goods movements of an order line, entered by employees. A correction is a row with a negative count. */
export type Handlings = {
  id: Identity;
  order_id: number;
  position: number;
  kind: 'arrived' | 'put_aside' | 'handed_over' | 'taken_back';
  count: number;
  shelf: string | null;
  /** Of tires that were taken back. `faulty`: exchanged under warranty. `place`: the branch that took them. */
  condition: 'new' | 'mounted' | 'damaged' | 'wrong' | 'faulty' | null;
  place: string | null;
  /** The DOT codes (production week and year) of the tires that were handed over, as an employee typed them. */
  dot: string | null;
  at: Timestamp;
  actor: string;
};

/** Delays told to the buyer by mail, or else by phone, with the answer. `expected_on` null: nobody knows a day. `ended_at`: when the tires were no longer late, or a newer delay replaced an unanswered one. */
export type Delays = {
  id: Identity;
  order_id: number;
  promised_on: string;
  expected_on: string | null;
  told_at: Timestamp;
  /** Without an answer by then, the branch is asked to phone the buyer. */
  answer_due_at: Timestamp;
  answer: 'wait' | 'swap' | 'cancel' | null;
  answered_at: Timestamp | null;
  answered_by: string | null;
  ended_at: Timestamp | null;
};

export type OrderNotes = {
  id: Identity;
  order_id: number;
  at: Timestamp;
  actor: string;
  text: string;
};

export type OrderEvents = {
  id: Identity;
  order_id: number;
  at: Timestamp;
  actor: string;
  type: string;
  data: Generated<Record<string, unknown>>;
};

export type IdempotencyKeys = {
  key_hash: Buffer;
  request_hash: Buffer;
  salt: Buffer;
  order_id: number;
  created_at: Timestamp;
};

export type Mails = {
  id: Generated<string>;
  order_id: number;
  kind: MailKind;
  /** Distinguishes several mails of a kind for one order: an id, a time, or a branch and a time. */
  about: Generated<string>;
  /** The address to which an employee mails a document instead of the buyer's; null: the buyer's. */
  recipient: Generated<string | null>;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  /** When the mail was dropped unsent, because it was outdated or had no recipient. */
  dropped_at: Timestamp | null;
};

/** `branch-…`: to a branch. `-over`: the order ended or moved. `-elsewhere`: tires come from another place. */
type MailKind =
  | 'placed'
  | 'paid'
  | 'ready'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'changed'
  | 'withdrawal'
  | 'branch-order'
  | 'branch-over'
  | 'branch-withdrawal'
  | 'branch-transfer'
  | 'delayed'
  | 'branch-elsewhere'
  | 'branch-unanswered'
  | 'not-collected'
  | 'branch-not-collected'
  | 'fitting-moved'
  | 'fitting-freed'
  | 'fitting-missed'
  | 'fitting-reminder'
  | 'fitting-earlier'
  | 'documents'
  | 'part-paid';

export type Withdrawals = {
  id: Generated<string>;
  order_id: number | null;
  number: string;
  name: string;
  email: string;
  /** Null: the whole order, or the tires that `note` describes. */
  items: ColumnType<{ id: string; count: number }[] | null, string | null, never>;
  note: Generated<string>;
  received_at: Timestamp;
  locale: 'ee' | 'en' | 'ru';
  handled_at: Timestamp | null;
  handled_by: string | null;
};

export type Secrets = { name: string; value: Buffer };
