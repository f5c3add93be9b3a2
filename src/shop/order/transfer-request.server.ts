import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** The tires that the branch `from` must send for an order. */
export type TransferRequest = {
  from: string;
  /** The branch was mailed the request, and must now send no tires, because the order has ended or was changed. */
  isOver: boolean;
  tires: { title: string; size: string; count: number }[];
};

/** A mail of the kind `branch-transfer`. `about`: the branch, a space, and a time. */
type TransferMail = { id: string; order_id: number; about: string };

export async function transferRequestOf(
  db: Kysely<Tables>,
  { id, order_id, about }: TransferMail,
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
  const earlierMail = await db
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
  const hasEnded = status === 'cancelled' || status === 'expired';
  const isOver =
    earlierMail !== undefined &&
    (hasEnded || (tires.length === 0 && (await areTransfersCancelled(db, order_id, from))));
  return { from, isOver, tires };
}

async function areTransfersCancelled(db: Kysely<Tables>, orderId: number, from: string): Promise<boolean> {
  const states = await db
    .selectFrom('transfers')
    .select('state')
    .where('order_id', '=', orderId)
    .where('from_branch', '=', from)
    .execute();
  return states.length > 0 && states.every(({ state }) => state === 'cancelled');
}
