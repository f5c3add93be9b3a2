import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { findPurchase, linesOf } from './answer-purchase.server.ts';

/** Returns the newest purchases first. `open`: only those that are not closed and have pieces. */
export async function listPurchases(db: Kysely<Tables>, { open: onlyOpen }: { open: boolean }) {
  return db
    .selectFrom('purchases as purchase')
    .leftJoin('purchase_lines as line', 'line.purchase_id', 'purchase.id')
    .select(['purchase.number', 'purchase.supplier', 'purchase.branch', 'purchase.state'])
    .select(['purchase.created_at as createdAt', 'purchase.sent_at as sentAt', 'purchase.answer_due_at as answerDueAt'])
    .select([
      sumOf('ordered').as('ordered'),
      sumOf('open').as('unanswered'),
      sumOf('refused').as('refused'),
      sumOf('received').as('received'),
    ])
    .select(sql<string | null>`max(line.expected_on)`.as('expectedOn'))
    .$if(onlyOpen, (query) => query.where('purchase.state', '!=', 'closed'))
    .groupBy('purchase.id')
    .$if(onlyOpen, (query) => query.having(sumOf('ordered'), '>', 0))
    .orderBy('purchase.id', 'desc')
    .execute();
}

const sumOf = (column: 'ordered' | 'open' | 'refused' | 'received') =>
  sql<number>`coalesce(sum(line.${sql.ref(column)}), 0)::integer`;

export type ListedPurchase = Awaited<ReturnType<typeof listPurchases>>[number];

export async function readPurchaseDetails(db: Kysely<Tables>, number: string) {
  const purchase = await findPurchase(db, number);
  if (!purchase) return null;
  const parts = await db
    .selectFrom('purchase_for as part')
    .innerJoin('purchase_lines as line', 'line.id', 'part.line_id')
    .innerJoin('orders', 'orders.id', 'part.order_id')
    .select(['part.line_id as lineId', 'orders.number', 'orders.promised_on as promisedOn'])
    .select(['part.count', 'part.received'])
    .where('line.purchase_id', '=', purchase.id)
    .orderBy('part.order_id')
    .orderBy('part.position')
    .execute();
  const history = await db
    .selectFrom('purchase_events')
    .select(['at', 'actor', 'type', 'data'])
    .where('purchase_id', '=', purchase.id)
    .orderBy('id')
    .execute();
  return {
    ...purchase,
    lines: (await linesOf(db, purchase.id)).map((line) => ({
      ...line,
      orders: parts.filter(({ lineId }) => lineId === line.id),
    })),
    history,
  };
}

export type PurchaseDetails = NonNullable<Awaited<ReturnType<typeof readPurchaseDetails>>>;

export type SupplierRefusals = { ordered: number; refused: number };

export async function refusalsSince(db: Kysely<Tables>, since: Date): Promise<Map<string, SupplierRefusals>> {
  const rows = await db
    .selectFrom('purchases as purchase')
    .innerJoin('purchase_lines as line', 'line.purchase_id', 'purchase.id')
    .select(['purchase.supplier', sumOf('ordered').as('ordered'), sumOf('refused').as('refused')])
    .where('purchase.sent_at', '>=', since)
    .groupBy('purchase.supplier')
    .execute();
  return new Map(rows.map(({ supplier, ...counts }) => [supplier, counts]));
}

/** Returns tires that suppliers refused, that orders wait for, and that could not be replaced. */
export async function refusedTires(db: Kysely<Tables>) {
  return db
    .selectFrom('stock_holds as hold')
    .innerJoin('orders', 'orders.id', 'hold.order_id')
    .select(['orders.number as order', 'hold.place', 'hold.tire_id as tireId', 'hold.count'])
    .where('hold.state', '=', 'missing')
    .orderBy('orders.id')
    .orderBy('hold.position')
    .execute();
}
