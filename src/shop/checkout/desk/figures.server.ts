import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';

export type OrderFigures = {
  orders: { status: string; count: number }[];
  payments: { state: string; count: number }[];
  refunds: { state: string; count: number }[];
  ordersToReview: number;
  openReconFindings: number;
  withdrawalsOpen: number;
};

export async function readOrderFigures(db: Kysely<Tables>): Promise<OrderFigures> {
  const count = sql<number>`count(*)::int`.as('count');
  const [orders, payments, refunds, openCountRows] = await Promise.all([
    db.selectFrom('orders').select(['status', count]).groupBy('status').execute(),
    db.selectFrom('payments').select(['state', count]).groupBy('state').execute(),
    db.selectFrom('refunds').select(['state', count]).groupBy('state').execute(),
    sql<Omit<OrderFigures, 'orders' | 'payments' | 'refunds'>>`
      select (select count(*)::int from orders where review is not null) as "ordersToReview",
        (select count(*)::int from recon_findings where resolved_at is null) as "openReconFindings",
        (select count(*)::int from withdrawals where handled_at is null) as "withdrawalsOpen"`.execute(db),
  ]);
  const [openCounts = { ordersToReview: 0, openReconFindings: 0, withdrawalsOpen: 0 }] = openCountRows.rows;
  return { orders, payments, refunds, ...openCounts };
}
