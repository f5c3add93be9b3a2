import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.server.ts';
import { enqueueMail } from '../../order/order-mails.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { tryEach } from '../try-each.ts';

export async function unansweredDelays(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('delays')
    .innerJoin('orders', 'orders.id', 'delays.order_id')
    .select(['delays.id', 'orders.id as orderId', 'orders.number'])
    .where('orders.status', '=', 'confirmed')
    .where('answer', 'is', null)
    .where('ended_at', 'is', null)
    .where('answer_due_at', '<=', now)
    .orderBy('delays.id')
    .execute();
}

export async function askBranchesToPhone({
  db,
  enqueue,
  now,
}: Pick<ShopContext, 'db' | 'enqueue' | 'now'>): Promise<void> {
  const at = now();
  await tryEach(await unansweredDelays(db, at), 'requests to phone a buyer', ({ id, orderId }) =>
    inTransaction(db, (trx) =>
      enqueueMail(trx, enqueue, { orderId, kind: 'branch-unanswered', at, eventKey: String(id) }),
    ),
  );
}
