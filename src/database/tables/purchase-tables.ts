import type { ColumnType, Generated } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

/** For one branch. `sending`: committed before the mail is sent. `unclear`: the supplier may have got the mail. */
export type Purchases = {
  id: Identity;
  number: string;
  supplier: string;
  branch: string;
  state: 'draft' | 'sending' | 'sent' | 'unclear' | 'closed';
  /** 1 plus the number of repeats that employees requested; from 2 on it is part of the reference (P26-00017-2). */
  revision: Generated<number>;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  /** When an employee requested that the purchase is sent before its cut-off, or sent again. */
  send_requested_at: Timestamp | null;
  /** The supplier's next cut-off after the sending, by which it should have confirmed. */
  answer_due_at: Timestamp | null;
  closed_at: Timestamp | null;
  supplier_number: string | null;
  /** When an employee requested a query of the purchase's state in the supplier's system. */
  ask_requested_at: Timestamp | null;
};

/** `ordered = open + confirmed + backordered + refused + cancelled`. */
export type PurchaseLines = {
  id: Identity;
  purchase_id: number;
  tire_id: string;
  supplier_sku: string;
  ean: string | null;
  /** The cost when the purchase was sent: euros for one piece without VAT, four decimals; null: not known. */
  cost_net: number | null;
  ordered: number;
  confirmed: Generated<number>;
  backordered: Generated<number>;
  refused: Generated<number>;
  cancelled: Generated<number>;
  open: ColumnType<number, never, never>;
  received: Generated<number>;
  wrong: Generated<number>;
  damaged: Generated<number>;
  /** Ordered pieces that the supplier has not yet deducted in its list. The shop deducts them from the listed count. */
  owed: Generated<number>;
  /** Pieces that left `owed`, because a list deducted them. `known_import`: the import of that list. */
  known_pieces: Generated<number>;
  known_import: number | null;
  confirmed_at: Timestamp | null;
  /** The day by which the supplier expects the tires at the branch, `YYYY-MM-DD`. */
  expected_on: string | null;
};

/** Pieces of a purchase line that are for an order; the other pieces are for the branch's stock. */
export type PurchaseFor = {
  line_id: number;
  order_id: number;
  position: number;
  count: number;
  received: Generated<number>;
  /** The shop's own estimate for pieces later than promised, until the supplier names a day, `YYYY-MM-DD`. */
  expected_on: string | null;
};

export type PurchaseEvents = {
  id: Identity;
  purchase_id: number;
  at: Timestamp;
  actor: string;
  type: string;
  data: Generated<Record<string, unknown>>;
};

/** A request to the interface of a supplier, stored before it is sent, and the supplier's answer. */
export type PurchaseExchanges = {
  id: Identity;
  purchase_id: number;
  kind: 'inquiry' | 'order' | 'status';
  reference: string;
  at: Timestamp;
  request: string;
  http_status: number | null;
  answer: string | null;
  /** `unsent`: not received. `unclear`: perhaps received. `unknown`: the supplier has no such order. Null: the process ended before the answer. */
  outcome: 'available' | 'accepted' | 'rejected' | 'unsent' | 'unknown' | 'unclear' | null;
  reason: Generated<string>;
  /** What an accepted answer says about the lines (type `AnsweredLine`). `booked_at`: when it was applied to them. */
  lines: ColumnType<unknown[] | null, string | null | undefined, string | null>;
  booked_at: Timestamp | null;
};
