import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import { skippedNumbersIn } from '../documents/skipped-numbers.server.ts';
import { sumOf } from '../documents/vat-by-rate.ts';
import { clearingOf } from './clearing.server.ts';
import { closedAt } from './close-month.server.ts';
import type { MoneyMove } from './money-move.ts';
import { type MonthFilter, moneyMovesTable, readMoneyMoves } from './money-moves.server.ts';
import {
  type Balance,
  companiesInKmdInf,
  type KmdInfLine,
  kmdBoxByVatPercent,
  type MethodOfMonth,
  type MonthReport,
  type OrderBalance,
  type RateOfMonth,
} from './month-report.ts';
import { readFees } from './provider-fees.server.ts';

/** SQL: the lines of invoices and credit notes with the month to which their VAT belongs. Amounts of credit notes are negative. */
const vatLines = sql`(
  select d.id, d.number, d.kind, d.issued_on, d.supplied_on, d.order_id, d.branch->>'id' as branch, d.buyer,
    book_month(d.supplied_on, 'document', d.id) as month, l.vat_percent::float as rate, sign,
    sign * l.net_cents as net, sign * l.vat_cents as vat, sign * l.gross_cents as gross
  from money_documents d join money_document_lines l on l.document_id = d.id,
    lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s)`;

const ofBranch = (branch: string | undefined) => sql`(${branch ?? null}::text is null or branch = ${branch ?? null})`;

export async function monthReport(db: Kysely<Tables>, filter: MonthFilter): Promise<MonthReport> {
  const rates = await ratesOf(db, filter);
  const orders = await balances(db, filter);
  const moneyMoves = await readMoneyMoves(db, filter);
  const sumPositive = (centsOf: (order: OrderWithBalance) => Cents) =>
    sumCents(orders, (order) => Math.max(0, centsOf(order)));
  const ordersWithDocuments = orders.filter(({ issuesDocuments }) => issuesDocuments);
  const balance: Balance = {
    documentsCents: sumCents(orders, ({ documentsCents }) => documentsCents),
    moneyCents: sumCents(ordersWithDocuments, (order) => order.moneyCents),
    receivablesBeforeCents: sumPositive(({ beforeCents }) => beforeCents),
    receivablesAfterCents: sumPositive(({ afterCents }) => afterCents),
    owedBeforeCents: sumPositive(({ beforeCents }) => -beforeCents),
    owedAfterCents: sumPositive(({ afterCents }) => -afterCents),
    uninvoicedCents: sumCents(
      orders.filter(({ issuesDocuments }) => !issuesDocuments),
      (order) => order.moneyCents,
    ),
  };
  const balancesWithSign = (sign: 1 | -1): OrderBalance[] =>
    orders
      .filter(({ afterCents }) => sign * afterCents > 0)
      .map(({ number, afterCents }) => ({ number, cents: sign * afterCents }));
  return {
    month: filter.month,
    closedAt: await closedAt(db, filter.month),
    branch: filter.branch ?? null,
    rates,
    sum: sumOf(rates.map(({ sum }) => sum)),
    balance,
    methods: methodsOf(moneyMoves),
    clearing: await clearingOf(db, filter.month),
    fees: await readFees(db, filter.month),
    kmdInf: await kmdInfOf(db, filter.month),
    numbers: await documentNumberRanges(db, filter),
    skipped: await skippedNumbersIn(db, filter.month),
    late: await entriesOfClosedMonths(db, filter, moneyMoves),
    receivables: balancesWithSign(1),
    owed: balancesWithSign(-1),
  };
}

async function ratesOf(db: Kysely<Tables>, { month, branch }: MonthFilter): Promise<RateOfMonth[]> {
  const { rows } = await sql<{ rate: number; sign: 1 | -1; netCents: Cents; vatCents: Cents; grossCents: Cents }>`
    select rate, sign, sum(net)::integer as "netCents", sum(vat)::integer as "vatCents", sum(gross)::integer as "grossCents"
    from ${vatLines} v where month = ${month} and ${ofBranch(branch)} group by rate, sign order by rate desc`.execute(
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

/** `documentsCents`, `moneyCents`: sums of the month. `beforeCents`, `afterCents`: the buyer's debt at its start and end; negative: the shop's debt; 0 unless `issuesDocuments`. */
type OrderWithBalance = {
  number: string;
  issuesDocuments: boolean;
  documentsCents: Cents;
  moneyCents: Cents;
  beforeCents: Cents;
  afterCents: Cents;
};

async function balances(db: Kysely<Tables>, { month, branch }: MonthFilter): Promise<OrderWithBalance[]> {
  const { rows } = await sql<OrderWithBalance>`
    with entries as (
      select order_id, month, gross as documents, 0 as money from ${vatLines} v where month <= ${month}
      union all
      select "orderId", month, 0, case direction when 'in' then cents else -cents end from ${moneyMovesTable} m where month <= ${month})
    select o.number, o.issues_documents as "issuesDocuments",
      coalesce(sum(documents) filter (where month = ${month}), 0)::integer as "documentsCents",
      coalesce(sum(money) filter (where month = ${month}), 0)::integer as "moneyCents",
      case when o.issues_documents then coalesce(sum(documents - money) filter (where month < ${month}), 0) else 0 end::integer as "beforeCents",
      case when o.issues_documents then sum(documents - money) else 0 end::integer as "afterCents"
    from entries join orders o on o.id = order_id where ${ofBranch(branch)}
    group by o.id order by o.id`.execute(db);
  return rows;
}

function methodsOf(moves: readonly MoneyMove[]): MethodOfMonth[] {
  return [...Map.groupBy(moves, ({ provider, tender }) => `${provider} ${tender ?? ''}`)]
    .toSorted(([key], [otherKey]) => (key < otherKey ? -1 : 1))
    .map(([, ofMethod]) => {
      const [{ provider, tender }] = ofMethod as [MoneyMove];
      const sum = (direction: 'in' | 'out', centsOf: (move: MoneyMove) => Cents) =>
        sumCents(
          ofMethod.filter((move) => move.direction === direction),
          centsOf,
        );
      return {
        provider,
        tender,
        inCents: sum('in', ({ cents }) => cents),
        outCents: sum('out', ({ cents }) => cents),
        roundingCents: sum('in', (move) => move.roundingCents) - sum('out', (move) => move.roundingCents),
      };
    });
}

/** KMD INF lists the sales of the whole company, so it is not filtered by branch. */
async function kmdInfOf(db: Kysely<Tables>, month: Day): Promise<KmdInfLine[]> {
  const { rows } = await sql<KmdInfLine & { kind: 'invoice' | 'credit-note' }>`
    select buyer->>'regCode' as "regCode", buyer->>'name' as name, number, kind, issued_on as "issuedOn", rate as "vatPercent",
      sum(net)::integer as "taxableCents", (sum(sum(net)) over (partition by id))::integer as "netCents"
    from ${vatLines} v where month = ${month} and buyer->>'kind' = 'company'
    group by id, buyer, number, kind, issued_on, rate order by buyer->>'regCode', id, rate desc`.execute(db);
  const documentParts = rows.map(({ regCode, kind, taxableCents }) => ({
    regCode,
    kind,
    netCents: Math.abs(taxableCents),
  }));
  const listed = companiesInKmdInf(documentParts);
  return rows.filter(({ regCode }) => listed.has(regCode)).map(({ kind: _, ...line }) => line);
}

/** A series has no gaps except the skipped numbers, so without a branch the first and last number and the count identify all its documents. */
async function documentNumberRanges(
  db: Kysely<Tables>,
  { month, branch }: MonthFilter,
): Promise<MonthReport['numbers']> {
  const { rows } = await sql<MonthReport['numbers'][number]>`
    select kind, min(number) as first, max(number) as last, count(*)::integer as count from money_documents,
      lateral (select branch->>'id' as branch_id) b
    where date_trunc('month', issued_on::timestamp) = ${month}::date and (${branch ?? null}::text is null or branch_id = ${branch ?? null})
    group by kind order by min(number)`.execute(db);
  return rows;
}

/** Returns what is dated before the month, but booked in it, because its own month was closed. */
async function entriesOfClosedMonths(
  db: Kysely<Tables>,
  { month, branch }: MonthFilter,
  moneyMoves: readonly MoneyMove[],
) {
  const { rows } = await sql<{ day: Day; number: string; cents: Cents }>`
    select supplied_on as day, number, sum(gross)::integer as cents from ${vatLines} v
    where month = ${month} and supplied_on < ${month} and ${ofBranch(branch)} group by id, supplied_on, number order by id`.execute(
    db,
  );
  const lateMoves = moneyMoves.filter(({ day }) => day < month);
  return [
    ...rows.map((row) => ({ what: 'document' as const, ...row })),
    ...lateMoves.map(({ day, orderNumber, direction, cents }) => {
      return { what: 'money' as const, day, number: orderNumber, cents: direction === 'in' ? cents : -cents };
    }),
  ];
}

function sumCents<Item>(items: readonly Item[], centsOf: (item: Item) => Cents): Cents {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}
