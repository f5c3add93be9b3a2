import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { type Cents, sumCents } from '../../money.ts';
import { skippedNumbersIn } from '../documents/skipped-numbers.server.ts';
import { sumOf } from '../documents/vat-by-rate.ts';
import { clearingOf } from './clearing.server.ts';
import { closedAt } from './close-month.server.ts';
import type { MoneyMove } from './money-move.ts';
import { isOfBranch, type MonthFilter, moneyMovesTable, readMoneyMoves } from './money-moves.server.ts';
import {
  type Balance,
  companiesInKmdInf,
  type KmdInfLine,
  kmdBoxByVatPercent,
  type MethodOfMonth,
  type MonthReport,
  type RateOfMonth,
} from './month-report.ts';
import { readFees } from './provider-fees.server.ts';

/** SQL: the lines of invoices and credit notes with the month of their VAT. Credit notes are negative. */
const vatLines = sql`(
  select d.id, d.number, d.kind, d.issued_on, d.supplied_on, d.order_id, d.branch->>'id' as branch, d.buyer,
    book_month(d.supplied_on, 'document', d.id) as month, l.vat_percent::float as rate, sign,
    sign * l.net_cents as net, sign * l.vat_cents as vat, sign * l.gross_cents as gross
  from money_documents d join money_document_lines l on l.document_id = d.id,
    lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s)`;

export async function monthReport(db: Kysely<Tables>, filter: MonthFilter): Promise<MonthReport> {
  const rates = await ratesOf(db, filter);
  const orders = await ordersWithBalance(db, filter);
  const moneyMoves = await readMoneyMoves(db, filter);
  return {
    month: filter.month,
    closedAt: await closedAt(db, filter.month),
    branch: filter.branch ?? null,
    rates,
    sum: sumOf(rates.map(({ sum }) => sum)),
    balance: balanceOf(orders),
    methods: methodsOf(moneyMoves),
    clearing: await clearingOf(db, filter.month),
    fees: await readFees(db, filter.month),
    kmdInf: await kmdInfOf(db, filter.month),
    numbers: await documentNumberRanges(db, filter),
    skipped: await skippedNumbersIn(db, filter.month),
    late: await entriesOfClosedMonths(db, filter, moneyMoves),
    receivables: orders.flatMap(({ number, afterCents }) => (afterCents > 0 ? { number, cents: afterCents } : [])),
    owed: orders.flatMap(({ number, afterCents }) => (afterCents < 0 ? { number, cents: -afterCents } : [])),
  };
}

async function ratesOf(db: Kysely<Tables>, filter: MonthFilter): Promise<RateOfMonth[]> {
  const { rows } = await sql<{ rate: number; sign: 1 | -1; netCents: Cents; vatCents: Cents; grossCents: Cents }>`
    select rate, sign, sum(net)::integer as "netCents", sum(vat)::integer as "vatCents", sum(gross)::integer as "grossCents"
    from ${vatLines} v where month = ${filter.month} and ${isOfBranch(filter)} group by rate, sign order by rate desc`.execute(
    db,
  );
  return [...Map.groupBy(rows, ({ rate }) => rate)].map(([vatPercent, ofRate]) => ({
    vatPercent,
    kmdBox: kmdBoxByVatPercent[vatPercent] ?? null,
    invoices: sumOf(ofRate.filter(({ sign }) => sign === 1)),
    credits: sumOf(ofRate.filter(({ sign }) => sign === -1)),
    sum: sumOf(ofRate),
  }));
}

/** `issuesDocuments`: false for an order from before the shop issued invoices. `documentsCents`, `moneyCents`: sums of the month. `beforeCents`,
 * `afterCents`: the buyer's debt before the month and after it; negative: the shop owes it; 0 unless `issuesDocuments`. */
type OrderWithBalance = {
  number: string;
  issuesDocuments: boolean;
  documentsCents: Cents;
  moneyCents: Cents;
  beforeCents: Cents;
  afterCents: Cents;
};

async function ordersWithBalance(db: Kysely<Tables>, filter: MonthFilter): Promise<OrderWithBalance[]> {
  const { month } = filter;
  const { rows } = await sql<OrderWithBalance>`
    with entries_until_month as (
      select order_id, month, gross as documents, 0 as money from ${vatLines} v where month <= ${month}
      union all
      select "orderId", month, 0, case direction when 'in' then cents else -cents end from ${moneyMovesTable} m where month <= ${month})
    select o.number, o.issues_documents as "issuesDocuments",
      coalesce(sum(documents) filter (where month = ${month}), 0)::integer as "documentsCents",
      coalesce(sum(money) filter (where month = ${month}), 0)::integer as "moneyCents",
      coalesce(sum(documents - money) filter (where o.issues_documents and month < ${month}), 0)::integer as "beforeCents",
      coalesce(sum(documents - money) filter (where o.issues_documents), 0)::integer as "afterCents"
    from entries_until_month join orders o on o.id = order_id where ${isOfBranch(filter)}
    group by o.id order by o.id`.execute(db);
  return rows;
}

function balanceOf(orders: readonly OrderWithBalance[]): Balance {
  return {
    documentsCents: sumCents(orders, ({ documentsCents }) => documentsCents),
    moneyCents: sumCents(orders, ({ issuesDocuments, moneyCents }) => (issuesDocuments ? moneyCents : 0)),
    receivablesBeforeCents: sumCents(orders, ({ beforeCents }) => Math.max(0, beforeCents)),
    receivablesAfterCents: sumCents(orders, ({ afterCents }) => Math.max(0, afterCents)),
    owedBeforeCents: sumCents(orders, ({ beforeCents }) => Math.max(0, -beforeCents)),
    owedAfterCents: sumCents(orders, ({ afterCents }) => Math.max(0, -afterCents)),
    uninvoicedCents: sumCents(orders, ({ issuesDocuments, moneyCents }) => (issuesDocuments ? 0 : moneyCents)),
  };
}

function methodsOf(moves: readonly MoneyMove[]): MethodOfMonth[] {
  return [...Map.groupBy(moves, ({ provider, tender }) => `${provider} ${tender ?? ''}`)]
    .toSorted(([key], [otherKey]) => (key < otherKey ? -1 : 1))
    .map(([, ofMethod]) => {
      const [{ provider, tender }] = ofMethod as [MoneyMove];
      return {
        provider,
        tender,
        inCents: sumCents(ofMethod, ({ direction, cents }) => (direction === 'in' ? cents : 0)),
        outCents: sumCents(ofMethod, ({ direction, cents }) => (direction === 'out' ? cents : 0)),
        roundingCents: sumCents(ofMethod, (move) => signOf(move) * move.roundingCents),
      };
    });
}

function signOf({ direction }: MoneyMove): 1 | -1 {
  return direction === 'in' ? 1 : -1;
}

/** Returns the lines of KMD INF, the annex of the VAT return (KMD) with the sales of all branches to companies: a line for each document and rate.
 * `netCents` is the sum of the whole document, `taxableCents` that of the line. */
async function kmdInfOf(db: Kysely<Tables>, month: Day): Promise<KmdInfLine[]> {
  const { rows } = await sql<KmdInfLine & { kind: 'invoice' | 'credit-note' }>`
    select buyer->>'regCode' as "regCode", buyer->>'name' as name, number, kind, issued_on as "issuedOn", rate as "vatPercent",
      sum(net)::integer as "taxableCents", (sum(sum(net)) over (partition by id))::integer as "netCents"
    from ${vatLines} v where month = ${month} and buyer->>'kind' = 'company'
    group by id, buyer, number, kind, issued_on, rate order by buyer->>'regCode', id, rate desc`.execute(db);
  const documentParts = rows.map(({ regCode, kind, taxableCents }) => ({
    regCode,
    kind,
    absoluteNetCents: Math.abs(taxableCents),
  }));
  const listed = companiesInKmdInf(documentParts);
  return rows.filter(({ regCode }) => listed.has(regCode)).map(({ kind: _, ...line }) => line);
}

/** Returns the first and last number of each kind of document. If `filter` has no branch, each number between them is used or was skipped: a series has no gaps. */
async function documentNumberRanges(db: Kysely<Tables>, filter: MonthFilter): Promise<MonthReport['numbers']> {
  const { rows } = await sql<MonthReport['numbers'][number]>`
    select kind, min(number) as first, max(number) as last, count(*)::integer as count from money_documents
    where date_trunc('month', issued_on::timestamp) = ${filter.month}::date and ${isOfBranch(filter, sql`branch->>'id'`)}
    group by kind order by min(number)`.execute(db);
  return rows;
}

/** Returns what is dated before the month, but booked in it, because its own month was closed. */
async function entriesOfClosedMonths(
  db: Kysely<Tables>,
  filter: MonthFilter,
  moneyMoves: readonly MoneyMove[],
): Promise<MonthReport['late']> {
  const { month } = filter;
  const { rows } = await sql<{ day: Day; number: string; cents: Cents }>`
    select supplied_on as day, number, sum(gross)::integer as cents from ${vatLines} v
    where month = ${month} and supplied_on < ${month} and ${isOfBranch(filter)} group by id, supplied_on, number order by id`.execute(
    db,
  );
  const lateMoves = moneyMoves.filter(({ day }) => day < month);
  return [
    ...rows.map((row) => ({ what: 'document' as const, ...row })),
    ...lateMoves.map((move) => {
      const { day, orderNumber: number, cents } = move;
      return { what: 'money' as const, day, number, cents: signOf(move) * cents };
    }),
  ];
}
