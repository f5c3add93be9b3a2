import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { type Cell, copyLine, copyLines } from '../../../database/copy-rows.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { listedColumns } from './file/listed-tire.ts';
import type { RowReading, TireKey } from './file/row.ts';
import { similarityKey } from './match/similarity.ts';
import { hashLengths, skuHash, tireSlug } from './match/tire-id.server.ts';

export type Trx = Transaction<Tables>;

export type Batch = { tires: string[]; refusals: string[] };

// Temporary tables need no journal, and orders do not wait for their locks.
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
    ...listedColumns,
  },
  staged_refusals: { line: 'integer', supplier: 'text', supplier_sku: 'text' },
};

export async function createStaging(trx: Trx): Promise<void> {
  for (const [table, columns] of Object.entries(stagingTables)) {
    const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await sql.raw(`create temporary table ${table} (${list.join(', ')}) on commit drop`).execute(trx);
  }
}

/** SQL: the id of the row `s` of `staged_tires`, with so many digits of its hash. */
export function stagedId(hashLength: number = hashLengths[0]): string {
  return `s.slug || '-' || left(s.hash, ${hashLength})`;
}

/** PostgreSQL does not analyze temporary tables by itself. */
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
    similarityKey(tire),
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
