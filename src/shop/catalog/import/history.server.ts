import { type Kysely, sql } from 'kysely';
import type { ImportCounts } from '../../../database/tables/import-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { supplierPrefix } from '../stock-location.ts';
import { listDiffers } from './compare.server.ts';

type ImportRecord = { now: Date; file: string; actor: string; wasDemonstration: boolean };

/** An import can no longer be undone when each of its suppliers has this many later imports. */
const undoableImportsPerSupplier = 5;

/** The record of an import that cannot be undone is deleted after this many later imports. */
const maxLaterImports = 100;

/** Records an import before its changes; returns its id. `wasDemonstration`: the catalogue had demonstration tires. */
export async function recordImport(trx: Trx, { now, file, actor, wasDemonstration }: ImportRecord): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (at, file, actor, suppliers, counts, demonstration, uncounted_tires)
    select ${now}, ${file}, ${actor}, coalesce(array_agg(supplier order by supplier), '{}'), '{}', ${wasDemonstration},
      array(${uncountedTires})
    from (select distinct supplier from staged_tires) as named
    returning id`.execute(trx);
  if (!rows[0]) throw new Error('the insert returned no row');
  return rows[0].id;
}

const hasCountInList = sql`exists (select from compared c
  where (c.supplier, c.supplier_sku) = (source.supplier, source.supplier_sku) and c.at_supplier is not null)`;
const hasNewCount = sql`(${hasCountInList} and ${listDiffers(sql`source.supplier`)})`;

/** SQL: tires with ordered pieces that their supplier has not deducted from its count yet (`owed`), and without a new count in the list: a list without any change may be the old file. */
const uncountedTires = sql`
  select distinct source.tire_id from tire_sources source
  join stock on stock.tire_id = source.tire_id and stock.place = ${sql.lit(supplierPrefix)} || source.supplier and stock.owed > 0
  where source.listed and source.supplier in (select supplier from staged_tires)
    and not exists (select from unlisted u where (u.supplier, u.supplier_sku) = (source.supplier, source.supplier_sku))
    and not ${hasNewCount}`;

/** Copies the `tire_sources` that the import changes (in `compared`) or unlists (in `unlisted`), for its undo. */
export async function recordSourcesBeforeImport(trx: Trx, importId: number): Promise<void> {
  await sql`insert into import_sources
    select ${importId}::bigint, stored.*
    from compared join tire_sources stored using (supplier, supplier_sku) where differs
    union all
    select ${importId}::bigint, stored.* from unlisted join tire_sources stored using (supplier, supplier_sku)`.execute(
    trx,
  );
}

/** Stores an import's counts. Deletes the undo data of imports that are too old to undo (then not `recorded`), and the oldest rows of `imports`. */
export async function closeRecord(trx: Trx, importId: number, counts: ImportCounts): Promise<void> {
  await sql`update imports set counts = ${JSON.stringify(counts)}::jsonb where id = ${importId}`.execute(trx);
  await sql`update imports i set recorded = false
    where i.recorded and not exists (
      select from unnest(i.suppliers) as named (supplier)
      where (select count(*) from imports later where later.id > i.id and named.supplier = any (later.suppliers))
        < ${undoableImportsPerSupplier}::integer)`.execute(trx);
  await sql`delete from import_sources using imports i where i.id = import_id and not i.recorded`.execute(trx);
  await sql`delete from import_stock using imports i where i.id = import_id and not i.recorded`.execute(trx);
  await sql`delete from imports where not recorded
    and id <= (select max(id) from imports) - ${maxLaterImports}::integer`.execute(trx);
}

export function listImports(db: Kysely<Tables>, limit: number) {
  return db
    .selectFrom('imports')
    .select(['id', 'at', 'file', 'actor', 'suppliers', 'counts', 'recorded', 'undone_at', 'undone_by'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type ListedImport = Awaited<ReturnType<typeof listImports>>[number];
