import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';

export type OrderFigures = {
  orders: { status: string; count: number }[];
  payments: { state: string; count: number }[];
  refunds: { state: string; count: number }[];
  ordersToReview: number;
  openReconciliationFindings: number;
  openWithdrawals: number;
};

export async function readOrderFigures(db: Kysely<Tables>): Promise<OrderFigures> {
  const count = sql<number>`count(*)::int`.as('count');
  const [orders, payments, refunds, openCountRows] = await Promise.all([
    db.selectFrom('orders').select(['status', count]).groupBy('status').execute(),
    db.selectFrom('payments').select(['state', count]).groupBy('state').execute(),
    db.selectFrom('refunds').select(['state', count]).groupBy('state').execute(),
    sql<Omit<OrderFigures, 'orders' | 'payments' | 'refunds'>>`
      select (select count(*)::int from orders where review is not null) as "ordersToReview",
        (select count(*)::int from recon_findings where resolved_at is null) as "openReconciliationFindings",
        (select count(*)::int from withdrawals where handled_at is null) as "openWithdrawals"`.execute(db),
  ]);
  const noneOpen = { ordersToReview: 0, openReconciliationFindings: 0, openWithdrawals: 0 };
  const [openCounts = noneOpen] = openCountRows.rows;
  return { orders, payments, refunds, ...openCounts };
}
