import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { arrayLiteral } from './array-literal.ts';
import { listedColumns } from './listed-columns.ts';
import type { ListedTire } from './listed-tire.ts';
import type { RowReading, TireKey } from './row.ts';
import { skuHash, tireSlug } from './tire-id.server.ts';

export type Trx = Transaction<Tables>;

/** Rows on their way into the staging tables. */
export type Batch = {
  tires: (ListedTire & { line: number; slug: string; hash: string; on_hand: (number | null)[]; lead_days: number })[];
  /** The tires of rows that were refused. */
  refusals: ({ line: number } & TireKey)[];
};

// Temporary tables are this session's alone: no journal, no lock that an order could wait for.
const stagingTables = {
  staged_tires: {
    line: 'integer',
    slug: 'text',
    hash: 'text',
    manufacturer: 'text',
    on_hand: 'integer[]',
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

/** The planner knows nothing of a temporary table until told. */
export async function analyzeStaging(trx: Trx): Promise<void> {
  await sql`analyze staged_tires (line, supplier, supplier_sku), staged_refusals`.execute(trx);
}

export function emptyBatch(): Batch {
  return { tires: [], refusals: [] };
}

export function addToBatch(batch: Batch, line: number, { tire, onHand, leadDays }: RowReading & { ok: true }): void {
  const hash = skuHash(tire.supplier, tire.supplier_sku);
  batch.tires.push({ ...tire, line, slug: tireSlug(tire), hash, on_hand: onHand, lead_days: leadDays });
}

export async function stage(trx: Trx, batch: Batch): Promise<void> {
  await insertUnnested(trx, 'staged_tires', batch.tires);
  await insertUnnested(trx, 'staged_refusals', batch.refusals);
}

type Row = Record<string, string | number | boolean | null | (string | number | null)[]>;

async function insertUnnested(trx: Trx, table: keyof typeof stagingTables, rows: Row[]) {
  if (rows.length === 0) return;
  const columns = Object.entries<string>(stagingTables[table]);
  const names = columns.map(([name]) => name).join(', ');
  // unnest() would flatten an array of arrays: a cell that is a list travels as words.
  const arrays = columns.map(([name, type]) => {
    const cells = rows.map((row) => {
      const value = row[name] ?? null;
      return Array.isArray(value) ? value.join(' ') : value;
    });
    return sql`${arrayLiteral(cells)}::${sql.raw(type.endsWith('[]') ? 'text[]' : `${type}[]`)}`;
  });
  const values = columns.map(([name, type]) =>
    type.endsWith('[]') ? `string_to_array(${name}, ' ', '')::${type}` : name,
  );
  await sql`insert into ${sql.raw(table)} (${sql.raw(names)}) select ${sql.raw(values.join(', '))}
    from unnest(${sql.join(arrays)}) as listed (${sql.raw(names)})`.execute(trx);
}
