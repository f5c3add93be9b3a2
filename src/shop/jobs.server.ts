import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A job starts after the commit of its transaction. `send-letter` sends a mail, `send-text` an SMS. */
export type Job =
  | { name: 'send-letter'; letterId: string }
  | { name: 'send-text'; textId: string }
  | { name: 'send-stock-notice'; noticeId: string }
  | { name: 'start-payment'; paymentId: string }
  | { name: 'sync-payment'; paymentId: string }
  | { name: 'submit-refund'; refundId: string }
  /** Asks the provider for the payment with the id `providerRef`, which no payment of the shop has. */
  | { name: 'find-payment'; provider: string; providerRef: string };

/** The job starts at the earliest `afterSeconds` after it is enqueued. */
export type EnqueuedJob = Job & { afterSeconds?: number };

export type Enqueue = (trx: Kysely<Tables>, ...jobs: EnqueuedJob[]) => Promise<void>;
