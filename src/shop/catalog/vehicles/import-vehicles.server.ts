import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../../../database/connect.server.ts';
import { readRecords } from '../import/file/csv.server.ts';
import { decode } from '../import/file/decode.server.ts';
import { RefusedList, refusalText } from '../import/file/refusal.ts';
import {
  type FitmentRow,
  type RowProblem,
  readFitmentRow,
  type VehicleCells,
  vehicleColumns,
} from './read-fitment-row.ts';

type BadRow = RowProblem & { line: number };

/** `refusal`: why nothing was imported. `before`: rows of the earlier list. */
export type VehicleReport = {
  refusal: string | null;
  before: number;
  rows: number;
  makes: number;
  bad: number;
  /** The first bad rows. */
  badRows: BadRow[];
};

const maxRows = 200_000;
const maxReported = 50;
const rowsPerInsert = 1_000;

/** Replaces the owner's list of cars in one transaction. Bad rows are named and left out; a list without a good row is refused. */
export async function importVehicles(
  { kysely }: Pick<Database, 'kysely'>,
  list: Readable,
  { dryRun }: { dryRun: boolean },
): Promise<VehicleReport> {
  const report: VehicleReport = { refusal: null, before: 0, rows: 0, makes: 0, bad: 0, badRows: [] };
  const rows = await readRows(list, report);
  const { count } = await kysely
    .selectFrom('vehicle_fitments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  report.before = Number(count);
  report.rows = rows.length;
  report.makes = new Set(rows.map(({ make }) => make)).size;
  if (rows.length === 0) report.refusal ??= 'it has no good row';
  if (report.refusal !== null || dryRun) return report;
  await kysely.transaction().execute(async (trx) => {
    await sql`lock table vehicle_fitments in exclusive mode`.execute(trx);
    await trx.deleteFrom('vehicle_fitments').execute();
    for (let first = 0; first < rows.length; first += rowsPerInsert) {
      await trx
        .insertInto('vehicle_fitments')
        .values(rows.slice(first, first + rowsPerInsert))
        .execute();
    }
    await notifyProcesses(trx);
  });
  return report;
}

/** Returns the number of removed rows. Without rows, the shop offers no search by car. */
export async function removeVehicles({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  return kysely.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('vehicle_fitments').executeTakeFirstOrThrow();
    await notifyProcesses(trx);
    return Number(numDeletedRows);
  });
}

async function notifyProcesses(trx: Database['kysely']): Promise<void> {
  await sql`select pg_notify('catalogue', 'all')`.execute(trx);
}

async function readRows(list: Readable, report: VehicleReport): Promise<FitmentRow[]> {
  const rows = new Map<string, FitmentRow>();
  let columns: readonly string[] | null = null;
  try {
    for await (const { line, fields } of readRecords(decode(list, 'utf-8'))) {
      if (!columns) {
        columns = fields.map((field) => field.trim().toLowerCase());
        const missing = vehicleColumns.filter((column) => !columns?.includes(column));
        if (missing.length > 0) throw new RefusedList({ reason: 'missing-columns', columns: missing });
        continue;
      }
      const reading = readFitmentRow(cellsOf(columns, fields));
      if (reading.ok) rows.set(JSON.stringify(reading.row), reading.row);
      else {
        report.bad += 1;
        const { column, problem } = reading;
        if (report.badRows.length < maxReported) report.badRows.push({ line, column, problem });
      }
      if (rows.size > maxRows) {
        report.refusal = `it has more than ${maxRows} rows`;
        return [];
      }
    }
  } catch (error) {
    if (!(error instanceof RefusedList)) throw error;
    report.refusal = refusalText(error.refusal);
    return [];
  }
  return [...rows.values()];
}

function cellsOf(columns: readonly string[], fields: readonly string[]): VehicleCells {
  return Object.fromEntries(columns.map((column, index) => [column, fields[index]?.trim() ?? '']));
}
