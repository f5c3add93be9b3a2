import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Work that begins once the transaction that asks for it has committed, or never. */
export type LaterJob =
  | { name: 'send-letter'; letterId: string }
  | { name: 'start-payment'; paymentId: string }
  | { name: 'sync-payment'; paymentId: string }
  | { name: 'submit-refund'; refundId: string }
  /** A provider tells of a payment by an id that the shop does not know. */
  | { name: 'find-payment'; provider: string; providerRef: string };

/** Writes jobs into the transaction. Where that fails, the transaction has to fail too. */
export type Later = (trx: Kysely<Tables>, ...jobs: LaterJob[]) => Promise<void>;
