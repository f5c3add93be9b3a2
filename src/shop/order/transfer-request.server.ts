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
type TransferMail = { id: string; order_id: number; about: string; created_at: Date };

export async function transferRequestOf(db: Kysely<Tables>, mail: TransferMail): Promise<TransferRequest> {
  const { id, order_id, about } = mail;
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
  const wasMailedBefore = earlierMail !== undefined;
  const mustSendNone = hasEnded || (tires.length === 0 && (await wereTransfersCancelled(db, mail, from)));
  return { from, isOver: wasMailedBefore && mustSendNone, tires };
}

/** False if the branch has sent tires since the mail was created: then the request ended because it was fulfilled. */
async function wereTransfersCancelled(
  db: Kysely<Tables>,
  { order_id, created_at }: TransferMail,
  from: string,
): Promise<boolean> {
  const transfers = await db
    .selectFrom('transfers')
    .select(['state', 'sent_at', 'arrived_at'])
    .where('order_id', '=', order_id)
    .where('from_branch', '=', from)
    .execute();
  const wereTiresSentSince = transfers.some(({ sent_at, arrived_at }) => {
    const leftAt = sent_at ?? arrived_at;
    return leftAt !== null && leftAt >= created_at;
  });
  return !wereTiresSentSince && transfers.some(({ state }) => state === 'cancelled');
}
