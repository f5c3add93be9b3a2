import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Day } from '../calendar.ts';
import { listFindings } from '../checkout/settle/reconcile.server.ts';
import { type ListedOrder, streamOrders } from '../order/find/list-orders.server.ts';
import { openStatuses } from '../order/order.ts';
import { groupOf, offlineMethods } from '../payment/payment-methods.ts';
import type { MoneyTasks } from './money.ts';

export async function listMoneyTasks(db: Kysely<Tables>): Promise<MoneyTasks> {
  const [awaitedTransfers, onCredit, refunds, findings] = await Promise.all([
    ordersToPayByTransfer(db),
    unpaidOnCredit(db),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select(['orders.number', 'orders.name', 'refunds.amount_cents as amountCents', 'refunds.reason'])
      .select(['refunds.requested_at as requestedAt', 'payments.method'])
      .where('refunds.state', '=', 'requested')
      .where('payments.provider', 'in', Object.keys(offlineMethods))
      .orderBy('refunds.requested_at')
      .orderBy('refunds.id')
      .execute(),
    listFindings(db, { onlyOpen: true }),
  ]);
  return {
    transfers: [...onCredit, ...awaitedTransfers],
    refunds: refunds.map(({ requestedAt, ...refund }) => ({ ...refund, requestedAt: requestedAt.toISOString() })),
    findings: findings.map(({ id, provider, providerRef, kind, foundAt }) => ({
      id,
      provider,
      providerRef,
      kind,
      foundAt: foundAt.toISOString(),
    })),
  };
}

async function ordersToPayByTransfer(db: Kysely<Tables>): Promise<MoneyTasks['transfers']> {
  const unpaid: ListedOrder[] = [];
  for await (const page of streamOrders(db, { statuses: openStatuses }, { newestFirst: false }))
    unpaid.push(...page.filter(({ paymentMethod, dueCents }) => groupOf(paymentMethod) === 'transfer' && dueCents > 0));
  return unpaid.map((order) => transferRow(order, null));
}

async function unpaidOnCredit(db: Kysely<Tables>): Promise<MoneyTasks['transfers']> {
  const unpaid: ListedOrder[] = [];
  for await (const page of streamOrders(db, { statuses: ['completed'], onCredit: true }, { newestFirst: false }))
    unpaid.push(...page.filter(({ dueCents }) => dueCents > 0));
  const dueDays = await db
    .selectFrom('money_documents')
    .select(['order_id', ({ fn }) => fn.max('due_on').as('dueOn')])
    .where('kind', '=', 'invoice')
    .where('order_id', '=', sql<number>`any(${unpaid.map(({ id }) => id)})`)
    .groupBy('order_id')
    .execute();
  const dueOnByOrder = new Map(dueDays.map((row) => [row.order_id, row.dueOn]));
  return unpaid.map((order) => transferRow(order, dueOnByOrder.get(order.id) ?? null));
}

function transferRow({ number, name, reference, dueCents, placedAt }: ListedOrder, dueOn: Day | null) {
  return { number, name, reference, dueCents, dueOn, placedAt: placedAt.toISOString() };
}
