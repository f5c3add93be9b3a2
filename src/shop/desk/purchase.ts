import type { Day } from '../calendar.ts';
import type { PurchaseChannel } from '../purchasing/order-terms.ts';

/** `unclear`: perhaps received by the supplier. */
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

/** A request to the supplier's system and its answer. `unsent`: certainly not received; `unclear`: perhaps received; `unknown`: the supplier has no such order; null: the shop stopped before an answer was stored. */
export type ExchangeView = {
  id: number;
  kind: 'inquiry' | 'order' | 'status';
  at: string;
  outcome: 'available' | 'accepted' | 'rejected' | 'unsent' | 'unknown' | 'unclear' | null;
  reason: string;
};

export type ExchangeTexts = { request: string; answer: string | null };

/** `canAskForState`: the supplier's system answers questions about the state of the purchase. */
export type PurchaseView = {
  number: string;
  supplier: string;
  branch: string;
  state: PurchaseState;
  createdAt: string;
  sentAt: string | null;
  sendRequestedAt: string | null;
  sentVia: PurchaseChannel;
  canAskForState: boolean;
  askRequestedAt: string | null;
  supplierNumber: string | null;
  exchanges: ExchangeView[];
  /** What a draft waits for. `click`: an employee sends each purchase to this supplier. `payment`: none of its orders is paid. `restore-confirmation`: a restore of the database is not confirmed, so only an employee sends it. */
  waitsFor: 'cut-off' | 'click' | 'payment' | 'restore-confirmation';
  /** An ISO instant: the supplier's next cut-off. */
  cutOff: string;
  /** Pieces of a draft that are not sent automatically, because their orders are not paid. */
  unpaidPieces: number;
  lines: PurchaseLineView[];
  history: { at: string; actor: string | null; type: string }[];
};
