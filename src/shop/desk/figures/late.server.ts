import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { overdueBalances } from '../../checkout/change/overdue-balances.server.ts';
import { listTransfers } from '../../checkout/handover/list-transfers.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { unansweredPurchases } from '../../purchasing/purchase-alerts.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { Late } from './figures.ts';

export async function readLate(
  db: Kysely<Tables>,
  { shopConfig, now, branch }: { shopConfig: ShopConfig; now: Date; branch?: string | undefined },
): Promise<Late> {
  const isOfBranch = (row: { branch: string }) => branch === undefined || row.branch === branch;
  const concernsBranch = ({ from, to }: { from: string; to: string }) =>
    branch === undefined || from === branch || to === branch;
  const [orders, transfers, balances, purchases] = await Promise.all([
    lateOrders(db, now, branch),
    listTransfers(db, { shopConfig, now }),
    overdueBalances(db, now),
    unansweredPurchases(db, now),
  ]);
  return {
    orders,
    transfers: transfers
      .filter((transfer) => transfer.late && concernsBranch(transfer))
      .map(({ id, number, from, to, state }) => ({
        id,
        number,
        from,
        to,
        // Listed transfers have no other state.
        state: state === 'sent' ? 'sent' : 'requested',
      })),
    restsDue: balances.filter(isOfBranch).map(({ number, missingCents }) => ({ number, missingCents })),
    purchasesUnanswered: purchases.filter(isOfBranch).map(({ number, supplier }) => ({ number, supplier })),
  };
}

async function lateOrders(db: Kysely<Tables>, now: Date, branch: string | undefined): Promise<Late['orders']> {
  const missingPieces = sql<number>`(select coalesce(sum(count), 0)::integer from stock_holds h
    where h.order_id = orders.id and h.state = 'missing')`;
  return db
    .selectFrom('orders')
    .select(['number', 'promised_on as promisedOn', 'expected_on as expectedOn', missingPieces.as('missingPieces')])
    .where('status', '=', 'confirmed')
    .where(({ or, eb }) =>
      or([
        eb('promised_on', '<', tallinnDate(now)),
        sql<boolean>`expected_on > promised_on`,
        eb(missingPieces, '>', 0),
      ]),
    )
    .$if(branch !== undefined, (query) => query.where('branch', '=', branch ?? ''))
    .orderBy('promised_on')
    .orderBy('id')
    .execute();
}
