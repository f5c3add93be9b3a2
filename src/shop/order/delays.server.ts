import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type Delay = Selectable<Tables['delays']>;

/** Returns the last delay of an order that its buyer was told of. */
export async function latestDelay(db: Kysely<Tables>, orderId: number): Promise<Delay | undefined> {
  return db
    .selectFrom('delays')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether a delay can still be answered: it has no answer, and the tires are still late. */
export function isOpenDelay(delay: Delay, order: { status: string }): boolean {
  return order.status === 'confirmed' && delay.answer === null && delay.ended_at === null;
}
