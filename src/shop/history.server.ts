import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** `buyer`, `shop` (a job), `operator` or `operator:kati` (the CLI), `staff:kati`, `branch:ringtee`, a provider. */
export type Actor = string;

/** When and by whom something is changed: all rows that one change writes have the same stamp. */
export type ChangeStamp = { at: Date; actor: Actor };

/** Adds an event to the history of an order, unless it has one of this `type` with all values of `once`. Returns whether it was added. `once` and `data` must not contain personal data. */
export async function recordEventOnce(
  trx: Kysely<Tables>,
  orderId: number,
  change: ChangeStamp,
  type: string,
  once: Record<string, unknown>,
  data: Record<string, unknown> = {},
): Promise<boolean> {
  const recorded = await trx
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('type', '=', type)
    .where(sql<boolean>`data @> ${JSON.stringify(once)}::jsonb`)
    .executeTakeFirst();
  if (!recorded) await recordEvent(trx, orderId, change, type, { ...once, ...data });
  return !recorded;
}

/** Adds an event to the history of an order. `data` must not contain personal data. */
export async function recordEvent(
  trx: Kysely<Tables>,
  orderId: number,
  { at, actor }: ChangeStamp,
  type: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await trx.insertInto('order_events').values({ order_id: orderId, at, actor, type, data }).execute();
}
