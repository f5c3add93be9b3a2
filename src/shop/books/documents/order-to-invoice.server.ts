import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { type LockedOrder, orderMoney } from '../../order/change-order.server.ts';
import { isPaidUp } from '../../order/order.ts';
import { committedRefundStates } from '../../payment/payment-states.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { OrderToInvoice } from './documents-due.ts';
import type { DocumentPayment } from './money-document.ts';
import type { OpenLine } from './open-lines.ts';

/** The reasons of refunds that lower the price of invoiced tires. */
const priceRefundReasons = ['goodwill', 'withdrawal', 'cancelled', 'provider'] as const;

export async function readOrderToInvoice(trx: Trx, order: LockedOrder): Promise<OrderToInvoice> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['tire_id as tireId', 'title', 'size', 'count', 'price_cents as priceCents'])
    .select(countIn('handed_over').as('withBuyer'))
    .select(countIn('returned').as('returned'))
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const refunded = trx
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql<number>`0`).as('cents'))
    .where('order_id', '=', order.id)
    .where('state', 'in', committedRefundStates);
  const allRefunds = await refunded.executeTakeFirstOrThrow();
  const loweringPrice = await refunded.where('reason', 'in', priceRefundReasons).executeTakeFirstOrThrow();
  const { paid, atBranch } = await trx
    .selectFrom('payment_ledger')
    .select(sql<number>`coalesce(sum(amount_cents) filter (where kind = 'paid'), 0)::integer`.as('paid'))
    .select(
      sql<number>`coalesce(sum(case kind when 'paid' then amount_cents else -amount_cents end)
        filter (where tender is not null), 0)::integer`.as('atBranch'),
    )
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const netPaidCents = paid - Number(allRefunds.cents);
  return {
    isClosed: order.status === 'cancelled' || order.status === 'expired',
    isPaidUp: isPaidUp(await orderMoney(trx, order)),
    lines: lines.map(({ title, size, ...line }) => ({ ...line, name: `${title} ${size}` })),
    netPaidCents,
    priceRefundsCents: Number(loweringPrice.cents),
    depositCents: Math.max(0, Math.min(atBranch, netPaidCents)),
  };
}

function countIn(state: 'handed_over' | 'returned') {
  return sql<number>`(select coalesce(sum(hold.count), 0)::integer from stock_holds hold
    where hold.order_id = order_lines.order_id and hold.position = order_lines.position and hold.state = ${state})`;
}

export async function readOpenLines(db: Kysely<Tables>, orderId: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.document_id as "documentId", l.position, l.kind, l.tire_id as "tireId", l.name, l.price_cents as "priceCents",
      l.vat_percent::float as "vatPercent", (l.count - credited.count)::integer as count,
      (l.net_cents - credited.net)::integer as "netCents", (l.vat_cents - credited.vat)::integer as "vatCents",
      (l.gross_cents - credited.gross)::integer as "grossCents"
    from money_documents d join money_document_lines l on l.document_id = d.id,
      lateral (select coalesce(sum(c.count), 0) as count, coalesce(sum(c.net_cents), 0) as net,
          coalesce(sum(c.vat_cents), 0) as vat, coalesce(sum(c.gross_cents), 0) as gross
        from money_documents n join money_document_lines c on c.document_id = n.id
        where n.credits_id = d.id and c.credits_position = l.position) credited
    where d.order_id = ${orderId} and d.kind = 'invoice' and (l.count <> credited.count or l.gross_cents <> credited.gross)
    order by l.document_id, l.position`.execute(db);
  return rows;
}

/** Returns the payments, the oldest first. Leaves out refunds. */
export async function readPayments(db: Kysely<Tables>, { id }: LockedOrder): Promise<DocumentPayment[]> {
  const entries = await ledgerOf(db, id).where('payment_ledger.kind', '=', 'paid').execute();
  return entries.map(paymentOf);
}

export async function receiptsDue(db: Kysely<Tables>, { id }: LockedOrder) {
  const entries = await ledgerOf(db, id)
    .where('tender', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('money_documents').whereRef('ledger_id', '=', 'payment_ledger.id'))),
    )
    .execute();
  return entries.map((entry) => ({ ledgerId: entry.id, payment: paymentOf(entry) }));
}

function ledgerOf(db: Kysely<Tables>, orderId: number) {
  return db
    .selectFrom('payment_ledger')
    .innerJoin('payments', 'payments.id', 'payment_ledger.payment_id')
    .select(['payment_ledger.id', 'payment_ledger.kind', 'payment_ledger.at', 'payment_ledger.amount_cents'])
    .leftJoin('bank_entries', (join) =>
      join.onRef('bank_entries.ledger_id', '=', 'payment_ledger.id').on('bank_entries.direction', '=', 'credit'),
    )
    .select(['payments.method', 'tender', 'rounding_cents', 'bank_entries.booked_on as bankDay'])
    .where('payment_ledger.order_id', '=', orderId)
    .orderBy('payment_ledger.id');
}

type LedgerEntry = Awaited<ReturnType<ReturnType<typeof ledgerOf>['execute']>>[number];

function paymentOf({ kind, at, bankDay, amount_cents, method, tender, rounding_cents }: LedgerEntry): DocumentPayment {
  const sign = kind === 'paid' ? 1 : -1;
  return {
    // For a bank transfer, the day in the statement.
    paidOn: bankDay ?? tallinnDate(at),
    cents: sign * amount_cents,
    method,
    tender,
    roundingCents: sign * rounding_cents,
  };
}
