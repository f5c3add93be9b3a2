import { sql } from 'kysely';
import type pg from 'pg';
import { type Cell, copyRows, encodeCopyRow } from '../../../database/copy-rows.server.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { costDecimals } from './file/cells.ts';
import { readHeader } from './file/header.ts';
import { listedColumns } from './file/listed-tire.ts';
import { RefusedList } from './file/refusal.ts';
import { type ListRecord, type RowReading, readRow, type TireKey } from './file/row.ts';
import { hashLengths, similarityKey, skuHash, tireSlug } from './match/row-keys.server.ts';
import { type ImportReport, maxErrors, maxWarnings } from './report.ts';

type Batch = { tires: string[]; refusals: string[] };

// Temporary tables are not written to the WAL, and orders do not wait for their locks.
const stagingTables = {
  staged_tires: {
    line: 'integer',
    slug: 'text',
    hash: 'text',
    manufacturer: 'text',
    alike: 'text',
    branch_stock: 'integer[]',
    at_branches: 'integer',
    at_supplier: 'integer',
    lead_days: 'smallint',
    cost_net: 'numeric(10, 4)',
    recommended_cents: 'integer',
    ...listedColumns,
  },
  staged_refusals: { line: 'integer', supplier: 'text', supplier_sku: 'text' },
};

/** SQL: the id of a new tire, where `s` is the alias of `staged_tires`. */
export function stagedId(hashLength: number = hashLengths[0]) {
  return sql`s.slug || '-' || left(s.hash, ${sql.lit(hashLength)})`;
}

const rowsPerBatch = 1_000;

/** Reads a list into the temporary tables `staged_tires` and `staged_refusals`. Throws RefusedList for a bad header. */
export async function stageRecords(
  trx: Trx,
  client: pg.ClientBase,
  records: AsyncGenerator<ListRecord>,
  branches: string[],
  report: ImportReport,
  onBatch: () => void,
): Promise<void> {
  await createStagingTables(trx);
  let previousBatch = Promise.resolve();
  for await (const batch of readBatches(records, branches, report)) {
    await previousBatch;
    previousBatch = copyBatch(client, batch);
    // The next `await previousBatch` throws its error; without a handler until then, Node would end the process.
    previousBatch.catch(() => {});
    onBatch();
  }
  await previousBatch;
  // PostgreSQL does not analyze temporary tables by itself.
  await sql`analyze staged_tires (line, supplier, supplier_sku), staged_refusals`.execute(trx);
  await refuseRepeatedTires(trx, report);
  await warnOfRepeatedEans(trx, report);
}

async function createStagingTables(trx: Trx): Promise<void> {
  for (const [table, columns] of Object.entries(stagingTables)) {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await sql.raw(`create temporary table ${table} (${list.join(', ')}) on commit drop`).execute(trx);
  }
}

async function* readBatches(
  records: AsyncGenerator<ListRecord>,
  branches: string[],
  report: ImportReport,
): AsyncGenerator<Batch> {
  const headerRecord = await records.next();
  if (headerRecord.done) throw new RefusedList({ reason: 'no-header' });
  const reading = readHeader(headerRecord.value.fields, branches);
  if (!reading.ok) {
    await records.return(undefined);
    throw new RefusedList({ reason: reading.reason, columns: reading.columns });
  }
  report.warnings.push(...reading.header.warnings);

  let batch: Batch = { tires: [], refusals: [] };
  for await (const { line, fields, mapped } of records) {
    const isInShopFormat = mapped === undefined;
    // Excel may write lines that contain only separators below a list.
    if (isInShopFormat && fields.every((field) => field.trim() === '')) continue;
    report.read++;
    const row = readRow(reading.header, line, fields, mapped);
    const warnings = [...(mapped?.warnings ?? []), ...(row.ok ? row.warnings : [])];
    if (report.warnings.length < maxWarnings) {
      report.warnings.push(...warnings.map((warning) => `${report.recordUnit} ${line}: ${warning}`));
    }
    if (row.ok) addToBatch(batch, line, row);
    else {
      report.failed++;
      report.errors.push(...row.errors.slice(0, maxErrors - report.errors.length));
      if (row.key) batch.refusals.push(encodeCopyRow([line, row.key.supplier, row.key.supplier_sku]));
    }
    if (batch.tires.length + batch.refusals.length >= rowsPerBatch) {
      yield batch;
      batch = { tires: [], refusals: [] };
    }
  }
  yield batch;
}

const listedColumnNames = Object.keys(listedColumns) as (keyof typeof listedColumns)[];

function addToBatch(batch: Batch, line: number, reading: RowReading & { ok: true }): void {
  const { tire, onHand, leadDays, costNet, recommended } = reading;
  const atBranches = onHand.slice(0, -1);
  const row: Cell[] = [
    line,
    tireSlug(tire),
    skuHash(tire.supplier, tire.supplier_sku),
    tire.manufacturer,
    similarityKey(tire),
    atBranches,
    sumIfComplete(atBranches),
    onHand.at(-1) ?? null,
    leadDays,
    costNet === null ? null : costNet / 10 ** costDecimals,
    recommended,
  ];
  for (const column of listedColumnNames) row.push(tire[column]);
  batch.tires.push(encodeCopyRow(row));
}

function sumIfComplete(counts: readonly (number | null)[]): number | null {
  return counts.every((count) => count !== null) ? counts.reduce((sum, count) => sum + count, 0) : null;
}

async function copyBatch(client: pg.ClientBase, { tires, refusals }: Batch): Promise<void> {
  await copyRows(client, 'staged_tires', Object.keys(stagingTables.staged_tires), tires);
  await copyRows(client, 'staged_refusals', Object.keys(stagingTables.staged_refusals), refusals);
}

async function refuseRepeatedTires(trx: Trx, report: ImportReport): Promise<void> {
  const { rows } = await sql<TireKey & { line: number; first: number; isStaged: boolean }>`
    with all_rows as (
      select line, supplier, supplier_sku, true as is_staged from staged_tires
      union all
      select line, supplier, supplier_sku, false from staged_refusals
    ), repeated as (
      select supplier, supplier_sku, min(line) as first from all_rows
      group by supplier, supplier_sku having count(*) > 1
    ), deleted_repetitions as (
      delete from staged_tires s using repeated r
      where (s.supplier, s.supplier_sku) = (r.supplier, r.supplier_sku) and s.line > r.first
      returning s.line
    )
    select n.line, r.first, n.supplier, n.supplier_sku, n.is_staged as "isStaged"
    from all_rows n join repeated r using (supplier, supplier_sku)
    where n.line > r.first order by n.line`.execute(trx);
  // Refused rows are already counted.
  report.failed += rows.filter(({ isStaged }) => isStaged).length;
  const errors = rows.map(({ line, first, supplier_sku }) => ({
    line,
    column: 'supplier_sku',
    fault: { reason: 'repeated' as const, unit: report.recordUnit, line: first },
    value: supplier_sku,
  }));
  report.errors = [...report.errors, ...errors].toSorted((a, b) => a.line - b.line).slice(0, maxErrors);
}

async function warnOfRepeatedEans(trx: Trx, report: ImportReport): Promise<void> {
  const { rows } = await sql<{ ean: string; line: number; first: number }>`
    with repeated as (
      select supplier, ean, min(line) as first from staged_tires where ean is not null
      group by supplier, ean having count(*) > 1
    )
    select s.ean, s.line, r.first from staged_tires s join repeated r using (supplier, ean)
    where s.line > r.first order by s.line limit ${maxWarnings}`.execute(trx);
  report.warnings.push(
    ...rows.map(
      ({ ean, line, first }) => `${report.recordUnit} ${line}: the same EAN as ${report.recordUnit} ${first} (${ean})`,
    ),
  );
}
