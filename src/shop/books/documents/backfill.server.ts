import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { issueDue } from './issue-due.server.ts';

type Shop = { db: Kysely<Tables>; shopConfig: ShopConfig; now: () => Date };

export type Backfilled = { number: string; since: Date; issued: number };

/**
 * Issues documents for orders that were placed since `from` and before the shop issued documents, the earliest supply first. The day of
 * supply is that of the last payment or of the first hand-over, whichever is earlier. `dryRun` rolls back the transaction of each order.
 */
export async function backfillDocuments(
  { db, shopConfig, now }: Shop,
  { from, dryRun, actor }: { from: Date; dryRun: boolean; actor: string },
): Promise<Backfilled[]> {
  const since = sql<Date>`least((select max(at) from payment_ledger where order_id = orders.id and kind = 'paid'),
    (select min(at) from handlings where order_id = orders.id and kind = 'handed_over'))`;
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', since.as('since')])
    .where('issues_documents', '=', false)
    .where('placed_at', '>=', from)
    .orderBy('since')
    .orderBy('id')
    .execute();
  const backfilled: Backfilled[] = [];
  for (const { id, number, since } of orders) {
    const { issued } = await commitIfOkWithRetry(db, async (trx) => {
      const order = await lockOrder(trx, id);
      await trx.updateTable('orders').set({ issues_documents: true }).where('id', '=', id).execute();
      order.issues_documents = true;
      const change = { at: now(), actor };
      if (since) await issueDue(trx, { shopConfig }, order, change, since);
      const count = trx.selectFrom('money_documents').select(({ fn }) => fn.countAll<number>().as('count'));
      const { count: issued } = await count.where('order_id', '=', id).executeTakeFirstOrThrow();
      return { ok: !dryRun, issued: Number(issued) };
    });
    if (since && issued > 0) backfilled.push({ number, since, issued });
  }
  return backfilled;
}
