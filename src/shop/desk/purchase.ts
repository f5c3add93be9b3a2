import type { Day } from '../calendar.ts';
import type { OrderWay } from '../purchasing/order-terms.ts';

export type PurchaseState = 'draft' | 'sending' | 'sent' | 'unclear' | 'closed';

export type PurchaseRow = {
  number: string;
  supplier: string;
  branch: string;
  state: PurchaseState;
  createdAt: string;
  sentAt: string | null;
  answerDueAt: string | null;
  expectedOn: Day | null;
  ordered: number;
  unanswered: number;
  refused: number;
  received: number;
};

/** Numbers of pieces. `outstanding`: they may still arrive; `unanswered`: the supplier has neither confirmed nor refused them. */
export type PurchaseLineView = {
  tireId: string;
  sku: string;
  ean: string | null;
  title: string;
  size: string;
  ordered: number;
  confirmed: number;
  backordered: number;
  refused: number;
  cancelled: number;
  received: number;
  outstanding: number;
  unanswered: number;
  expectedOn: Day | null;
  orders: { number: string; count: number }[];
};

/** A request to the supplier's system and its answer. `outcome` null: the shop stopped before an answer was stored. */
export type ExchangeView = {
  id: number;
  kind: 'inquiry' | 'order' | 'status';
  at: string;
  outcome: 'available' | 'accepted' | 'rejected' | 'unsent' | 'unknown' | 'unclear' | null;
  reason: string;
};

/** `answer` null: no answer came. */
export type ExchangeTexts = { request: string; answer: string | null };

/** `by`: how the supplier is reached. `asks`: its system answers questions about the purchase. */
export type PurchaseView = {
  number: string;
  supplier: string;
  branch: string;
  state: PurchaseState;
  createdAt: string;
  sentAt: string | null;
  sendRequestedAt: string | null;
  by: OrderWay;
  asks: boolean;
  askRequestedAt: string | null;
  supplierNumber: string | null;
  exchanges: ExchangeView[];
  /** Of a draft: what sends it. restore: an employee, while a restore of the database waits to be confirmed. payment: its orders are not paid. */
  waitsFor: 'cut-off' | 'click' | 'payment' | 'restore';
  /** The supplier's next cut-off. */
  cutOff: string;
  /** Pieces of a draft that are not sent by themselves, because their orders are not paid. */
  unpaidPieces: number;
  lines: PurchaseLineView[];
  history: { at: string; actor: string | null; type: string }[];
};
