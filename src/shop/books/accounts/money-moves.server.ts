import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { MoneyMove } from './money-move.ts';
import { paidDocuments } from './paid-documents.ts';

/** `month`: its first day. `branch`: of documents their own, of cash and card money that which took it, of other money and of balances that of the order; absent: all branches. */
export type MonthFilter = { month: Day; branch?: string | undefined };

export function isOfBranch(filter: Pick<MonthFilter, 'branch'>, branch = sql<string>`branch`) {
  return filter.branch === undefined ? sql<boolean>`true` : sql<boolean>`${branch} = ${filter.branch}`;
}

/** `refundsSurplus`: it refunds money that was paid too much or too late. */
type MoveOfOrder = Omit<MoneyMove, 'documentNumber'> & { orderId: number; at: Date; refundsSurplus: boolean };

const refundsSurplus = sql`(l.kind = 'refunded' and exists (select from refunds
  where payment_id = l.payment_id and provider_ref = l.provider_ref and reason in ('overpaid', 'late-payment')))`;

/** SQL: true if the month in which a transfer was booked by hand (`l`), or that of the day in its statement (`transfer`), was closed between the booking and the import of the statement. */
const wasClosedBeforeStatement = sql`exists (select from book_months
  where month >= date_trunc('month', least(transfer.booked_on, day_of_booking.day)::timestamp)
    and l.id <= last_ledger_id and transfer.id > last_bank_id)`;

/** SQL: the ledger, and reversals of bank transfers as money out. Use it as `from ${moneyMovesTable} m`. */
export const moneyMovesTable = sql<MoveOfOrder>`(
  select 'ledger-' || l.id as id, day_of_entry.day, book_month(day_of_entry.day, 'ledger', l.id) as month, case l.kind when 'paid' then 'in' else 'out' end as direction,
    l.amount_cents as cents, p.method, l.provider, l.provider_ref as "providerRef", l.tender,
    coalesce(receipt.branch->>'id', o.branch) as branch, o.number as "orderNumber", o.reference,
    l.rounding_cents as "roundingCents", o.id as "orderId", l.at, ${refundsSurplus} as "refundsSurplus"
  from payment_ledger l join payments p on p.id = l.payment_id join orders o on o.id = l.order_id
    left join money_documents receipt on receipt.ledger_id = l.id
    cross join lateral (select (l.at at time zone 'Europe/Tallinn')::date as day) day_of_booking
    left join bank_entries transfer on transfer.ledger_id = l.id and transfer.direction = 'credit' and not ${wasClosedBeforeStatement},
    lateral (select coalesce(transfer.booked_on, day_of_booking.day) as day) day_of_entry
  union all
  select 'bank-' || reversal.id, reversal.booked_on, book_month(reversal.booked_on, 'bank', reversal.id), 'out',
    reversal.amount_cents::integer, p.method, l.provider, reversal.bank_id,
    null, o.branch, o.number, o.reference, 0, o.id, reversal.imported_at, false
  from bank_entries reversal join bank_entries transfer on transfer.id = reversal.reverses_id
    join payment_ledger l on l.id = transfer.ledger_id
    join payments p on p.id = l.payment_id join orders o on o.id = l.order_id
  where reversal.state = 'reversal')`;

export async function readMoneyMoves(db: Kysely<Tables>, filter: MonthFilter): Promise<MoneyMove[]> {
  const { month, branch } = filter;
  // All months and branches of these orders are read: earlier money decides which documents the money of this month pays.
  // `length(id)` sorts ledger-9 before ledger-10.
  const ordersOfMonth = sql`select "orderId" from ${moneyMovesTable} m where m.month = ${month}`;
  const { rows } = await sql<MoveOfOrder>`
    select * from ${moneyMovesTable} m where "orderId" in (${ordersOfMonth})
    order by day, at, length(id), id`.execute(db);
  const movesByOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  const documents = await vatDocumentsOf(db, [...movesByOrder.keys()]);
  const documentByMove = new Map(
    [...movesByOrder].flatMap(([id, moves]) => [...paidDocuments(documents.get(id) ?? [], moves)]),
  );
  return rows
    .filter((row) => row.month === month && (branch === undefined || row.branch === branch))
    .map(({ orderId: _, at: __, refundsSurplus: ___, ...move }) => ({
      ...move,
      documentNumber: documentByMove.get(move.id) ?? null,
    }));
}

/** `replacedAt`: when an invoice was credited because the order has another buyer, who gets a new invoice; else null. */
async function vatDocumentsOf(db: Kysely<Tables>, orderIds: readonly number[]) {
  const rows = await db
    .selectFrom('money_documents')
    .select(['order_id as orderId', 'number', 'kind', 'gross_cents as grossCents'])
    .select(({ selectFrom }) =>
      selectFrom('money_documents as credit_for_other_buyer')
        .select(({ fn }) => fn.max<Date | null>('credit_for_other_buyer.issued_at').as('at'))
        .whereRef('credit_for_other_buyer.credits_id', '=', 'money_documents.id')
        .where('credit_for_other_buyer.reason', '=', 'buyer')
        .as('replacedAt'),
    )
    .where('order_id', '=', sql<number>`any(${orderIds})`)
    .where('kind', '!=', 'receipt')
    .orderBy('id')
    .$narrowType<{ kind: 'invoice' | 'credit-note' }>()
    .execute();
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
