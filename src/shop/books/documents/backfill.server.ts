import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { lockOrder } from '../../order/change-order.server.ts';
import { issueDueDocuments } from './issue-due-documents.server.ts';

type Shop = { db: Kysely<Tables>; shopConfig: ShopConfig; now: () => Date };

/** `since`: the time of supply. The JSON of the command has this key. */
export type BackfilledOrder = { number: string; since: Date; issued: number };

/** Issues the missing documents of orders that were placed at or after `from`, but before the shop issued documents. Sorts the orders by the
 * day of supply: that of the last payment or of the first hand-over, whichever is earlier. The day of issue is today. Orders without a supply
 * get their documents when they are due. `dryRun` rolls back each transaction. */
export async function backfillDocuments(
  { db, shopConfig, now }: Shop,
  { from, dryRun, actor }: { from: Date; dryRun: boolean; actor: string },
): Promise<BackfilledOrder[]> {
  const firstSupply = sql<Date>`least((select max(at) from payment_ledger where order_id = orders.id and kind = 'paid'),
    (select min(at) from handlings where order_id = orders.id and kind = 'handed_over'))`;
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', firstSupply.as('suppliedAt')])
    .where('issues_documents', '=', false)
    .where('placed_at', '>=', from)
    .orderBy('suppliedAt')
    .orderBy('id')
    .execute();
  const backfilled: BackfilledOrder[] = [];
  for (const { id, number, suppliedAt } of orders) {
    const { issued } = await commitIfOkWithRetry(db, async (trx) => {
      const order = await lockOrder(trx, id);
      await trx.updateTable('orders').set({ issues_documents: true }).where('id', '=', id).execute();
      order.issues_documents = true;
      const change = { at: now(), actor };
      if (suppliedAt) await issueDueDocuments(trx, { shopConfig }, order, change, suppliedAt);
      const documents = trx.selectFrom('money_documents').where('order_id', '=', id);
      const { count } = await documents.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
      return { ok: !dryRun, issued: Number(count) };
    });
    if (suppliedAt && issued > 0) backfilled.push({ number, since: suppliedAt, issued });
  }
  return backfilled;
}
