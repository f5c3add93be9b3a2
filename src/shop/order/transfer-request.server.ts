import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** What a branch is to send for an order. `tires` empty: nothing any more. */
export type TransferRequest = {
  from: string;
  /** The request was sent before, and its order has ended. */
  isOver: boolean;
  tires: { title: string; size: string; count: number }[];
};

/** Reads what the branch of a mail is to send now. */
export async function transferRequestOf(
  db: Kysely<Tables>,
  { id, order_id, about }: { id: string; order_id: number; about: string },
): Promise<TransferRequest> {
  const [from = ''] = about.split(' ');
  const tires = await db
    .selectFrom('transfers')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'transfers.order_id')
        .onRef('order_lines.position', '=', 'transfers.position'),
    )
    .select(['title', 'size', 'transfers.count'])
    .where('transfers.order_id', '=', order_id)
    .where('from_branch', '=', from)
    .where('transfers.state', '=', 'requested')
    .orderBy('transfers.position')
    .execute();
  const earlier = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', '=', 'branch-transfer')
    .where('about', 'like', `${from} %`)
    .where('id', '!=', id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const isOver = earlier !== undefined && (status === 'cancelled' || status === 'expired');
  return { from, isOver, tires };
}
