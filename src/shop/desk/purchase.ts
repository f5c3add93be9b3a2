import type { Day } from '../calendar.ts';

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

export type PurchaseView = {
  number: string;
  supplier: string;
  branch: string;
  state: PurchaseState;
  createdAt: string;
  sentAt: string | null;
  sendRequestedAt: string | null;
  /** False while a restore of the database waits to be confirmed. */
  isSentAutomatically: boolean;
  lines: PurchaseLineView[];
  history: { at: string; actor: string | null; type: string }[];
};
