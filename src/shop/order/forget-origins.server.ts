import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { openStatuses } from './order.ts';

/** Days that an order keeps where it came from, at the most; the privacy page says the same. */
const keptDays = 30;

/** Forgets network address and device id of orders that are closed or older than 30 days. Returns of how many. */
export async function forgetOrigins(db: Kysely<Tables>, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ client_address: null, device_id: null })
    .where(({ eb, or }) => or([eb('client_address', 'is not', null), eb('device_id', 'is not', null)]))
    .where(({ eb, or }) => or([eb('status', 'not in', openStatuses), eb('placed_at', '<', oldest)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
