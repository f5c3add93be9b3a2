import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * Who did something: `buyer`, `shop` (the clock), `operator` (`operator:kati` where the machine knows its user),
 * `branch:ringtee`, or the id of a provider.
 */
export type Actor = string;

/** Why something is changed now, and by whom. */
export type Change = { at: Date; actor: Actor };

/** Writes what happened to an order into its history, which is never changed. No personal data. */
export async function record(
  trx: Kysely<Tables>,
  orderId: number,
  { at, actor }: Change,
  type: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await trx.insertInto('order_events').values({ order_id: orderId, at, actor, type, data }).execute();
}
