import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Database } from '../../../database/connect.server.ts';
import { type RowsReport, readNamedRows } from '../import/file/named-rows.server.ts';
import { readFitmentRow, vehicleColumns } from './read-fitment-row.ts';

/** `before`: the number of rows in the previous list. */
export type VehicleReport = RowsReport & { before: number; rows: number; makes: number };

const maxRows = 200_000;
const rowsPerInsert = 1_000;

/** Replaces the owner's list of cars in one transaction. Bad rows are reported and skipped; a list without a good row is refused. */
export async function importVehicles(
  { kysely }: Pick<Database, 'kysely'>,
  list: Readable,
  { dryRun }: { dryRun: boolean },
): Promise<VehicleReport> {
  const report: VehicleReport = { refusal: null, before: 0, rows: 0, makes: 0, bad: 0, badRows: [] };
  const goodRows = await readNamedRows(list, vehicleColumns, { report, maxRows, readRow: readFitmentRow });
  const rowsByContent = new Map(goodRows.map((row) => [JSON.stringify(row), row]));
  const rows = [...rowsByContent.values()];
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
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      await trx
        .insertInto('vehicle_fitments')
        .values(rows.slice(start, start + rowsPerInsert))
        .execute();
    }
    await notifyCatalogueChanged(trx);
  });
  return report;
}

/** Returns the number of removed rows. Without rows, the shop offers no search by car. */
export async function removeVehicles({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  return kysely.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('vehicle_fitments').executeTakeFirstOrThrow();
    await notifyCatalogueChanged(trx);
    return Number(numDeletedRows);
  });
}

async function notifyCatalogueChanged(trx: Database['kysely']): Promise<void> {
  await sql`select pg_notify('catalogue', 'all')`.execute(trx);
}
