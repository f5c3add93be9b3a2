import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type Delay = Selectable<Tables['delays']>;

export async function latestDelay(db: Kysely<Tables>, orderId: number): Promise<Delay | undefined> {
  return db
    .selectFrom('delays')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function isOpenDelay(delay: Delay, order: { status: string }): boolean {
  return order.status === 'confirmed' && delay.answer === null && delay.ended_at === null;
}
