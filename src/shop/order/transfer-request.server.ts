import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isAboutBranch } from './order-mails.server.ts';

/** The tires that the branch `from` must send for an order. */
export type TransferRequest = {
  from: string;
  /** The branch was mailed the request, and must now send no tires, because the order has ended or was changed. */
  isOver: boolean;
  tires: { title: string; size: string; count: number }[];
};

/** A mail of the kind `branch-transfer`. `about`: the branch, a space, and a time. */
type TransferMail = { id: string; order_id: number; about: string; created_at: Date };

export async function transferRequestOf(
  db: Kysely<Tables>,
  { id, order_id, about, created_at }: TransferMail,
): Promise<TransferRequest> {
  const [from = ''] = about.split(' ');
  const transfers = await db
    .selectFrom('transfers')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'transfers.order_id')
        .onRef('order_lines.position', '=', 'transfers.position'),
    )
    .select(['title', 'size', 'transfers.count', 'state', 'sent_at', 'arrived_at'])
    .where('transfers.order_id', '=', order_id)
    .where('from_branch', '=', from)
    .orderBy('transfers.position')
    .execute();
  const tires = transfers
    .filter(({ state }) => state === 'requested')
    .map(({ title, size, count }) => ({ title, size, count }));
  const earlierMail = await db
    .selectFrom('letters')
    .select('id')
    .where('order_id', '=', order_id)
    .where('kind', '=', 'branch-transfer')
    .where(isAboutBranch(from))
    .where('id', '!=', id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const hasEnded = status === 'cancelled' || status === 'expired';
  // If the branch has sent tires since the mail was created, the request ended because it was fulfilled.
  const wereTiresSentSince = transfers.some(({ sent_at, arrived_at }) => {
    const leftAt = sent_at ?? arrived_at;
    return leftAt !== null && leftAt >= created_at;
  });
  const wasCancelled = !wereTiresSentSince && transfers.some(({ state }) => state === 'cancelled');
  const mustSendNone = hasEnded || (tires.length === 0 && wasCancelled);
  return { from, isOver: earlierMail !== undefined && mustSendNone, tires };
}
