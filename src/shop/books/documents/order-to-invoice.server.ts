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

/** The reasons of refunds that lower the price of invoiced tires. `provider`: refunded outside of the shop. */
const priceRefundReasons = ['goodwill', 'withdrawal', 'cancelled', 'provider'];

export async function readOrderToInvoice(trx: Trx, order: LockedOrder): Promise<OrderToInvoice> {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['tire_id as tireId', 'title', 'size', 'count', 'price_cents as priceCents'])
    .select(countIn('handed_over').as('withBuyer'))
    .select(countIn('returned').as('returned'))
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const { refunded, loweringPrice } = await trx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('refunded'))
    .select(
      sql<number>`coalesce(sum(amount_cents) filter (where reason = any(${priceRefundReasons})), 0)::integer`.as(
        'loweringPrice',
      ),
    )
    .where('order_id', '=', order.id)
    .where('state', 'in', committedRefundStates)
    .executeTakeFirstOrThrow();
  // A ledger entry with a tender was paid or refunded at a branch. Of a part payment, only this money is invoiced, as a deposit.
  const { paid, atBranch } = await trx
    .selectFrom('payment_ledger')
    .select(sql<number>`coalesce(sum(amount_cents) filter (where kind = 'paid'), 0)::integer`.as('paid'))
    .select(
      sql<number>`coalesce(sum(case kind when 'paid' then amount_cents else -amount_cents end)
        filter (where tender is not null), 0)::integer`.as('atBranch'),
    )
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const netPaidCents = paid - refunded;
  return {
    isClosed: order.status === 'cancelled' || order.status === 'expired',
    isPaidUp: isPaidUp(await orderMoney(trx, order)),
    lines: lines.map(({ title, size, ...line }) => ({ ...line, name: `${title} ${size}` })),
    netPaidCents,
    priceRefundsCents: loweringPrice,
    depositCents: Math.max(0, Math.min(atBranch, netPaidCents)),
  };
}

function countIn(state: 'handed_over' | 'returned') {
  return sql<number>`(select coalesce(sum(hold.count), 0)::integer from stock_holds hold
    where hold.order_id = order_lines.order_id and hold.position = order_lines.position and hold.state = ${state})`;
}

/** Returns the lines of the order's invoices that credit notes have not fully credited, with what is left of each. */
export async function readOpenLines(
  db: Kysely<Tables>,
  orderId: number,
): Promise<(OpenLine & { documentNumber: string })[]> {
  const { rows } = await sql<OpenLine & { documentNumber: string }>`
    select line.document_id as "documentId", invoice.number as "documentNumber", line.position, line.kind, line.tire_id as "tireId", line.name,
      line.price_cents as "priceCents", line.vat_percent::float as "vatPercent",
      (line.count - credited.count)::integer as count, (line.net_cents - credited.net)::integer as "netCents",
      (line.vat_cents - credited.vat)::integer as "vatCents", (line.gross_cents - credited.gross)::integer as "grossCents"
    from money_documents invoice join money_document_lines line on line.document_id = invoice.id,
      lateral (select coalesce(sum(credit_line.count), 0) as count, coalesce(sum(credit_line.net_cents), 0) as net,
          coalesce(sum(credit_line.vat_cents), 0) as vat, coalesce(sum(credit_line.gross_cents), 0) as gross
        from money_documents credit_note join money_document_lines credit_line on credit_line.document_id = credit_note.id
        where credit_note.credits_id = invoice.id and credit_line.credits_position = line.position) credited
    where invoice.order_id = ${orderId} and invoice.kind = 'invoice'
      and (line.count <> credited.count or line.gross_cents <> credited.gross)
    order by line.document_id, line.position`.execute(db);
  return rows;
}

/** Returns the payments, the oldest first. Leaves out refunds. */
export async function readPayments(db: Kysely<Tables>, { id }: LockedOrder): Promise<DocumentPayment[]> {
  const entries = await ledgerOf(db, id).where('payment_ledger.kind', '=', 'paid').execute();
  return entries.map(paymentOf);
}

/** Returns the payments and refunds at a branch that have no receipt yet. */
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
    .select(['payments.method', 'tender', 'rounding_cents', 'bank_entries.booked_on as statementDay'])
    .where('payment_ledger.order_id', '=', orderId)
    .orderBy('payment_ledger.id');
}

type LedgerEntry = Awaited<ReturnType<ReturnType<typeof ledgerOf>['execute']>>[number];

function paymentOf({
  kind,
  at,
  statementDay,
  amount_cents,
  method,
  tender,
  rounding_cents,
}: LedgerEntry): DocumentPayment {
  const sign = kind === 'paid' ? 1 : -1;
  return {
    paidOn: statementDay ?? tallinnDate(at),
    cents: sign * amount_cents,
    method,
    tender,
    roundingCents: sign * rounding_cents,
  };
}
