import type { Cents } from '../../money.ts';

/** Why a document or payment was not sent. `tax`: Merit lists no tax with the VAT rate, or several. `unclear`: Merit may have it; the next push asks.
 * `number-taken`: Merit has another document of this number. Only for payments: `no-document`: the payment pays no document. `not-in-merit`: Merit
 * lacks its document. `no-account`: no single bank of Merit has the name that is configured for the payment's method. `waits`: another payment of the document is
 * unclear. `differs`: Merit has other payments of the document than those that were sent. `exceeds`: it is more than the open amount. */
export type PushReason =
  | 'tax'
  | 'rejected'
  | 'unclear'
  | 'number-taken'
  | 'no-document'
  | 'not-in-merit'
  | 'no-account'
  | 'waits'
  | 'differs'
  | 'exceeds';

/** `key`: the document's number, or the id of the movement of money. `detail`: such as Merit's message. */
export type PushProblem = {
  kind: 'document' | 'payment';
  key: string;
  orderNumber: string;
  amountCents: Cents;
  reason: PushReason;
  detail: string;
};

/** Counts. `before`: sent by an earlier push. `found`: Merit had it already. `sent`: in a dry run, what would be. */
export type PushCounts = { sent: number; found: number; before: number; problems: number };

/** `missing`: Merit does not list a document that was sent. `customer`: its registry code differs. */
export type PushDifference = {
  number: string;
  what: 'total' | 'missing' | 'customer';
  ourCents: Cents;
  meritCents: Cents | null;
};

/** `denied`: Merit refuses all requests. `unavailable`: no connection, or Merit asks to wait for long. `no-answer`: connected, but no usable response. */
export type PushStop = { reason: 'denied' | 'unavailable' | 'no-answer' | 'running' | 'interrupted'; detail: string };

export type PushResult = {
  documents: PushCounts;
  payments: PushCounts;
  problems: PushProblem[];
  differences: PushDifference[];
  stopped: PushStop | null;
};

export function emptyResult(): PushResult {
  const counts = () => ({ sent: 0, found: 0, before: 0, problems: 0 });
  return { documents: counts(), payments: counts(), problems: [], differences: [], stopped: null };
}
