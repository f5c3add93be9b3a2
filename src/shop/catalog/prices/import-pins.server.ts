import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type Database, onOneConnection } from '../../../database/connect.server.ts';
import { commitIfOk, type Trx } from '../../../database/transaction.server.ts';
import type { Day } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { maxPriceCents } from '../import/file/cells.ts';
import { accept, decimal, optional, type Reader, refuse, required, textUpTo } from '../import/file/fields.ts';
import {
  addBadRow,
  dayCell,
  type NamedCells,
  type RowsReport,
  readCells,
  readNamedRows,
} from '../import/file/named-rows.server.ts';
import { beginPriceChanges } from '../import/lock.server.ts';
import { reprice } from './rules/reprice.server.ts';

/** `after` null: the tire is no longer on sale. */
type Move = { tireId: string; before: Cents; after: Cents | null };

/** `pins`: how many rows are valid; `changed`: how many prices change as a result; `moves`: the largest of these changes. */
export type PinsReport = RowsReport & { pins: number; changed: number; moves: Move[] };

/** `actor`: of rows with an empty `who` column. `belowFloor`: the prices apply even below the floor of the price rules. */
type Options = {
  reason: string;
  actor: string;
  belowFloor: boolean;
  dryRun: boolean;
  now: Date;
  onWait?: () => void;
};

const maxRows = 200_000;
const maxMoves = 10;

/** Pins the prices of the owner's list in one transaction. Skips bad rows; refuses a list without a good row. */
export async function importPins(
  { pool }: Pick<Database, 'pool'>,
  list: Readable,
  { dryRun, now: startedAt, onWait, ...options }: Options,
): Promise<PinsReport> {
  const report: PinsReport = { refusal: null, bad: 0, badRows: [], pins: 0, changed: 0, moves: [] };
  const readRow = (cells: NamedCells, line: number) => readPin(cells, line, tallinnDate(startedAt));
  const optionalColumns = ['from', 'to', 'who'];
  const rows = await readNamedRows(list, ['id', 'price'], { report, maxRows, readRow, optionalColumns });
  const pinRows = async (trx: Trx) => {
    const now = await beginPriceChanges(trx, startedAt, onWait);
    const pins = await reportAndDropBadRows(trx, rows, report);
    report.pins = pins.length;
    if (pins.length === 0) report.refusal ??= 'it has no good row';
    if (report.refusal !== null) return { ok: false };
    await insertPins(trx, pins, now, options);
    const ids = [...new Set(pins.map(({ id }) => id))];
    await sql`create temporary table prices_before on commit drop as
      select id, price_cents from tires where on_sale and id = any(${ids})`.execute(trx);
    report.changed = await reprice(trx, now, ids);
    report.moves = await largestMoves(trx);
    return { ok: true };
  };
  await onOneConnection(pool, (db) => commitIfOk(db, pinRows, { dryRun }));
  report.badRows.sort((a, b) => a.line - b.line);
  return report;
}

/** `from`, `until`: the first and the last day, null: no limit. */
type PinRow = { line: number; id: string; priceCents: Cents; from: Day | null; until: Day | null; who: string | null };

const readWho: Reader<string> = (text) =>
  /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,31}$/u.test(text) ? accept(text) : refuse({ reason: 'not-name', max: 32 });

const readers = {
  id: required(textUpTo(200)),
  price: required(decimal('price', { decimals: 2, min: 1, max: maxPriceCents })),
  from: optional(dayCell, null),
  to: optional(dayCell, null),
  who: optional(readWho, null),
};

function readPin(cells: NamedCells, line: number, today: Day) {
  const reading = readCells(cells, readers);
  if (!reading.ok) return reading;
  const { id, price, from, to, who } = reading.values;
  const problem = daysProblem(from, to, today);
  if (problem !== null) return { ok: false as const, column: 'to', problem };
  return { ok: true as const, row: { line, id, priceCents: price, from, until: to, who } };
}

function daysProblem(from: Day | null, to: Day | null, today: Day): string | null {
  if (to === null) return null;
  if (from !== null && to < from) return 'is before from';
  return to < today ? 'is in the past' : null;
}

/** Returns the rows of known tires. If the days of two rows of a tire overlap, the later row in the file is bad. */
async function reportAndDropBadRows(trx: Trx, rows: readonly PinRow[], report: PinsReport): Promise<PinRow[]> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const { rows: knownTires } = await sql<{ id: string }>`select id from tires where id = any(${ids})`.execute(trx);
  const knownIds = new Set(knownTires.map(({ id }) => id));
  const goodRowsById = new Map<string, PinRow[]>();
  return rows.filter((row) => {
    const earlierRows = goodRowsById.get(row.id) ?? [];
    const problem = knownIds.has(row.id) ? overlapProblem(row, earlierRows) : 'names no known tire';
    if (problem !== null) {
      addBadRow(report, { line: row.line, column: 'id', problem });
      return false;
    }
    goodRowsById.set(row.id, [...earlierRows, row]);
    return true;
  });
}

function overlapProblem(row: PinRow, earlierRows: readonly PinRow[]): string | null {
  const overlapping = earlierRows.find((earlier) => haveCommonDay(earlier, row));
  return overlapping ? `is also in line ${overlapping.line}, for the same days` : null;
}

function haveCommonDay(a: PinRow, b: PinRow): boolean {
  const begins = ({ from }: PinRow) => from ?? '';
  const ends = ({ until }: PinRow) => until ?? '9999-12-31';
  return begins(a) <= ends(b) && begins(b) <= ends(a);
}

async function insertPins(
  trx: Trx,
  pins: readonly PinRow[],
  at: Date,
  { reason, actor, belowFloor }: Pick<Options, 'reason' | 'actor' | 'belowFloor'>,
): Promise<void> {
  await sql`insert into price_decisions (tire_id, kind, price_cents, below_floor, at, actor, reason, valid_from, valid_until)
    select id, 'pinned', "priceCents", ${belowFloor}, ${at}, coalesce('operator:' || who, ${actor}), ${reason}, "from", until
    from jsonb_to_recordset(${JSON.stringify(pins)}::jsonb)
      as listed (id text, "priceCents" integer, who text, "from" date, until date)`.execute(trx);
}

async function largestMoves(trx: Trx): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select id as "tireId", before.price_cents as before, case when t.on_sale then t.price_cents end as after
    from prices_before before join tires t using (id)
    where before.price_cents <> t.price_cents
    order by abs(before.price_cents - t.price_cents)::numeric / before.price_cents desc, id limit ${sql.lit(maxMoves)}`.execute(
    trx,
  );
  return rows;
}
