import type { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { type Database, onOneConnection } from '../../../database/connect.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk, type Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { maxPriceCents } from '../import/file/cells.ts';
import { comparableEan, decimal, ean, required, textUpTo } from '../import/file/fields.ts';
import {
  dayCell,
  type NamedCells,
  type RowsReport,
  readCells,
  readNamedRows,
} from '../import/file/named-rows.server.ts';
import { beginPriceChanges } from '../import/lock.server.ts';
import { comparableEanSql } from '../import/match/match.server.ts';
import { reprice } from './rules/reprice.server.ts';

/** Numbers of valid rows (`prices`), of tires on sale with their EANs, and of the shop's prices that change. */
export type CompetitorsReport = RowsReport & { prices: number; tires: number; changed: number };

type Options = { actor: string; dryRun: boolean; now: Date; onWait?: () => void };

const maxRows = 500_000;

/** Stores competitors' prices: for each EAN and source, the price of the latest day. Skips and reports bad rows. */
export async function importCompetitorPrices(
  { pool }: Pick<Database, 'pool'>,
  list: Readable,
  { actor, dryRun, now: startedAt, onWait }: Options,
): Promise<CompetitorsReport> {
  const report: CompetitorsReport = { refusal: null, bad: 0, badRows: [], prices: 0, tires: 0, changed: 0 };
  const readRow = (cells: NamedCells) => readPrice(cells, tallinnDate(startedAt));
  const rows = await readNamedRows(list, Object.keys(readers), { report, maxRows, readRow });
  report.prices = rows.length;
  if (rows.length === 0) report.refusal ??= 'it has no good row';
  if (report.refusal !== null) return report;
  const importRows = async (trx: Trx) => {
    const changedAt = await beginPriceChanges(trx, startedAt, onWait);
    await storePrices(trx, rows, { actor, at: changedAt });
    const eans = [...new Set(rows.map(({ ean }) => ean))];
    const { rows: tires } = await sql<{ id: string }>`
      select id from tires where on_sale and ${comparableEanSql('tires')} = any(${eans})`.execute(trx);
    const ids = tires.map(({ id }) => id);
    report.tires = ids.length;
    report.changed = await reprice(trx, changedAt, ids);
    return { ok: true };
  };
  await onOneConnection(pool, (db) => commitIfOk(db, importRows, { dryRun }));
  return report;
}

/** Returns ids of tires of which a competitor's price becomes older than one of `ages` (in days) between `from` and `to`. */
export async function tiresWithExpiredPrices(
  db: Kysely<Tables>,
  ages: readonly number[],
  from: Day,
  to: Day,
): Promise<string[]> {
  if (from >= to) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct t.id
    from unnest(${ages}::integer[]) age
    join competitor_prices c on c.day >= ${from}::date - age and c.day < ${to}::date - age
    join tires t on ${comparableEanSql('t')} = c.ean and t.on_sale`.execute(db);
  return rows.map(({ id }) => id);
}

/** `ean`: without leading zeros. */
type CompetitorRow = { ean: string; priceCents: Cents; day: Day; source: string };

const readers = {
  ean: required(ean),
  price: required(decimal('price', { decimals: 2, min: 1, max: maxPriceCents })),
  date: required(dayCell),
  source: required(textUpTo(60)),
};

function readPrice(cells: NamedCells, today: Day) {
  const reading = readCells(cells, readers);
  if (!reading.ok) return reading;
  const { ean, price: priceCents, date: day, source } = reading.values;
  if (ean === null)
    return { ok: false as const, column: 'ean', problem: 'has only zeros, or was rounded by a spreadsheet' };
  if (day > today) return { ok: false as const, column: 'date', problem: 'is in the future' };
  return { ok: true as const, row: { ean: comparableEan(ean), priceCents, day, source } };
}

async function storePrices(trx: Trx, rows: readonly CompetitorRow[], { actor, at }: ChangeStamp): Promise<void> {
  await sql`insert into competitor_prices as known (ean, source, price_cents, day, at, actor)
    select distinct on (ean, source) ean, source, "priceCents", day, ${at}::timestamptz, ${actor}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as listed (ean text, source text, "priceCents" integer, day date)
    order by ean, source, day desc, "priceCents"
    on conflict (ean, source) do update
      set (price_cents, day, at, actor) = (excluded.price_cents, excluded.day, excluded.at, excluded.actor)
      where excluded.day >= known.day`.execute(trx);
}
