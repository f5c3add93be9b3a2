import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { type Cell, copyLine, copyLines } from '../../../database/copy-rows.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { alikeText } from './alike.ts';
import { listedColumns } from './listed-columns.ts';
import type { RowReading, TireKey } from './row.ts';
import { hashLengths, skuHash, tireSlug } from './tire-id.server.ts';

export type Trx = Transaction<Tables>;

/** Rows on their way into the staging tables, as COPY reads them. */
export type Batch = { tires: string[]; refusals: string[] };

// Temporary tables are this session's alone: no journal, no lock that an order could wait for.
const stagingTables = {
  staged_tires: {
    line: 'integer',
    slug: 'text',
    hash: 'text',
    manufacturer: 'text',
    alike: 'text',
    // null where the list says nothing: of a branch, of all of them together, of the supplier
    branch_stock: 'integer[]',
    at_branches: 'integer',
    at_supplier: 'integer',
    lead_days: 'smallint',
    ...listedColumns,
  },
  // the tires of rows that were refused
  staged_refusals: { line: 'integer', supplier: 'text', supplier_sku: 'text' },
};

export async function createStaging(trx: Trx): Promise<void> {
  for (const [table, columns] of Object.entries(stagingTables)) {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await sql.raw(`create temporary table ${table} (${list.join(', ')}) on commit drop`).execute(trx);
  }
}

/** SQL: the id that the row `s` of `staged_tires` would have, with so many digits of its hash. */
export function stagedId(hashLength: number = hashLengths[0]): string {
  return `s.slug || '-' || left(s.hash, ${hashLength})`;
}

/** The planner knows nothing of a temporary table until told. */
export async function analyzeStaging(trx: Trx): Promise<void> {
  await sql`analyze staged_tires (line, supplier, supplier_sku), staged_refusals`.execute(trx);
}

export function emptyBatch(): Batch {
  return { tires: [], refusals: [] };
}

const listed = Object.keys(listedColumns) as (keyof typeof listedColumns)[];

export function addToBatch(batch: Batch, line: number, { tire, onHand, leadDays }: RowReading & { ok: true }): void {
  const atBranches = onHand.slice(0, -1);
  const row: Cell[] = [
    line,
    tireSlug(tire),
    skuHash(tire.supplier, tire.supplier_sku),
    tire.manufacturer,
    alikeText(tire),
    atBranches,
    atBranches.includes(null) ? null : atBranches.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    onHand.at(-1) ?? null,
    leadDays,
  ];
  for (const column of listed) row.push(tire[column]);
  batch.tires.push(copyLine(row));
}

export function addRefusal(batch: Batch, line: number, { supplier, supplier_sku }: TireKey): void {
  batch.refusals.push(copyLine([line, supplier, supplier_sku]));
}

export async function stage(client: pg.ClientBase, { tires, refusals }: Batch): Promise<void> {
  await copyLines(client, 'staged_tires', Object.keys(stagingTables.staged_tires), tires);
  await copyLines(client, 'staged_refusals', Object.keys(stagingTables.staged_refusals), refusals);
}
