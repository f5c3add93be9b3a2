import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk, type Trx } from '../../../database/transaction.server.ts';
import { supplierPrefix } from '../stock-location.ts';
import { commitTires } from './commit.server.ts';
import { listedColumns } from './file/listed-tire.ts';
import { beginPriceChanges } from './lock.server.ts';

export type UndoOptions = {
  now: Date;
  actor: string;
  /** Refuses to undo if the last import is not this one. Absent: undoes the last import. */
  importId?: number;
  dryRun?: boolean;
  onWait?: () => void;
};

/** Numbers of offers (`restored`, `unlisted`), tires (`removed`; `repriced`, which includes the removed) and stock rows. */
export type UndoResult = {
  ok: true;
  import: { id: number; at: Date; file: string };
  restored: number;
  unlisted: number;
  removed: number;
  repriced: number;
  restocked: number;
};

/** `no-record`: too old. `not-last`: `importId` is not the last. `demonstration`: the shop would have no tires left. */
export type UndoRefusal = { ok: false; reason: 'no-import' | 'no-record' | 'not-last' | 'demonstration' };

/** Restores offers, prices (as new history rows), tires on sale, and stock minus the sales since the import. */
export function undoImport(db: Kysely<Tables>, options: UndoOptions): Promise<UndoResult | UndoRefusal> {
  return commitIfOk(db, (trx) => undoLast(trx, options), { dryRun: options.dryRun });
}

async function undoLast(
  trx: Trx,
  { now: startedAt, actor, importId, onWait }: UndoOptions,
): Promise<UndoResult | UndoRefusal> {
  const now = await beginPriceChanges(trx, startedAt, onWait);
  const last = await trx
    .selectFrom('imports')
    .select(['id', 'at', 'file', 'recorded', 'demonstration'])
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return { ok: false, reason: 'no-import' };
  const { id, at, file, recorded, demonstration } = last;
  if (importId !== undefined && importId !== id) return { ok: false, reason: 'not-last' };
  const state = await trx.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  if (state.demonstration) return { ok: false, reason: 'demonstration' };
  if (!recorded) return { ok: false, reason: 'no-record' };
  const sources = await restoreSources(trx, id);
  const { offSale: removed, repriced } = await commitTires(trx, now);
  await trx.updateTable('catalogue_state').set({ demonstration }).execute();
  await trx.updateTable('imports').set({ undone_at: now, undone_by: actor }).where('id', '=', id).execute();
  const restocked = await restoreStock(trx, id);
  await sql`select pg_notify('catalogue', 'all')`.execute(trx);
  return { ok: true, import: { id, at, file }, ...sources, removed, repriced, restocked };
}

async function restoreSources(trx: Trx, id: number) {
  const listColumns = ['alike', 'on_hand', 'at_branches', 'lead_days', 'cost_net', 'recommended_cents', 'listed'];
  const columns = ['tire_id', ...Object.keys(listedColumns), ...listColumns];
  const columnList = sql.join(columns.map((column) => sql.ref(column)));
  const recordedColumns = sql.join(columns.map((column) => sql.ref(`r.${column}`)));
  const recorded = sql`(select * from import_sources where import_id = ${id})`;
  // `known_single_source` false: `commitTires` looks for other sources of the tire.
  await sql`create temporary table changed_tires on commit drop as
    select tire_id, false as known_single_source from ${recorded} r
    union select tire_id, false from tire_sources where added_by = ${id}
    union select stored.tire_id, false from tire_sources stored join ${recorded} r using (supplier, supplier_sku)`.execute(
    trx,
  );
  await sql`analyze changed_tires`.execute(trx);
  // A tire has one source of each supplier. Where this undo restores one, a later import, undone already, may have added another one.
  await sql`delete from tire_sources stored using ${recorded} r
    where stored.tire_id = r.tire_id and stored.supplier = r.supplier and stored.supplier_sku <> r.supplier_sku
      and not stored.listed`.execute(trx);
  const { numAffectedRows: restored = 0n } =
    await sql`update tire_sources stored set (${columnList}) = (${recordedColumns})
    from ${recorded} r where stored.supplier = r.supplier and stored.supplier_sku = r.supplier_sku`.execute(trx);
  const { numAffectedRows: unlisted = 0n } = await sql`update tire_sources set listed = false
    where added_by = ${id} and listed`.execute(trx);
  return { restored: Number(restored), unlisted: Number(unlisted) };
}

/** Restores stock minus later sales, unless counted by hand since. Needs `dropped_tires` of `commitTires`. Runs last, because orders wait for its locks. */
async function restoreStock(trx: Trx, importId: number): Promise<number> {
  await lockStock(trx, importId);
  await restoreOwed(trx, importId);
  await carryShortage(trx, importId);
  const { numAffectedRows = 0n } = await sql`
    with counted as (${countedSince(importId)}), emptied as (
      select tire_id, ${sql.lit(supplierPrefix)} || supplier as place from tire_sources
      where added_by = ${importId}
      union
      select tire_id, place from dropped_tires join stock using (tire_id)
      where place like ${sql.lit(`${supplierPrefix}%`)}
    ), wanted as (
      select tire_id, place, 0 as on_hand, null::smallint as lead_days from emptied
      union all
      select r.tire_id, r.place, greatest(0, r.before + (s.on_hand - r.after)), r.lead_days_before
      from import_stock r join stock s using (tire_id, place)
      where r.import_id = ${importId}
        and not exists (select from emptied e where e.tire_id = r.tire_id and e.place = r.place)
        and not exists (select from counted c where c.tire_id = r.tire_id and c.place = r.place)
    )
    update stock s set on_hand = w.on_hand, lead_days = coalesce(w.lead_days, s.lead_days)
    from wanted w
    where s.tire_id = w.tire_id and s.place = w.place
      and (s.on_hand, s.lead_days) is distinct from (w.on_hand, coalesce(w.lead_days, s.lead_days))`.execute(trx);
  return Number(numAffectedRows);
}

/** SQL: the stock that a person counted after the import had set it. Old imports have no `last_stock_change`. */
function countedSince(importId: number) {
  return sql`select c.tire_id, c.place from stock_changes c join imports i on i.id = ${importId}
    where c.counted and case when i.last_stock_change is null then c.at >= i.at else c.id > i.last_stock_change end`;
}

/** If more was sold since the import than this undo can deduct, the rest is deducted from the stock that an undo of the import before it would restore. */
async function carryShortage(trx: Trx, importId: number) {
  await sql`
    with short as (
      select r.tire_id, r.place, r.after - r.before - s.on_hand as count
      from import_stock r join stock s using (tire_id, place)
      where r.import_id = ${importId} and r.before + s.on_hand < r.after
        and not exists (select from (${countedSince(importId)}) c where c.tire_id = r.tire_id and c.place = r.place)
    ), earlier as (
      select max(e.import_id) as import_id, tire_id, place, count
      from short join import_stock e using (tire_id, place) join imports i on i.id = e.import_id
      where e.import_id < ${importId} and i.undone_at is null
      group by tire_id, place, count
    )
    update import_stock e set before = e.before - earlier.count from earlier
    where (e.import_id, e.tire_id, e.place) = (earlier.import_id, earlier.tire_id, earlier.place)`.execute(trx);
}

/** Counts ordered pieces as `owed` again if the undone list was the first to deduct them (`known_pieces`), except refused and cancelled ones. */
async function restoreOwed(trx: Trx, importId: number) {
  await sql`
    with owing as (
      update purchase_lines l set owed = l.owed + least(known_pieces, ordered - refused - cancelled - l.owed),
        known_pieces = 0, known_import = null
      from purchases p where p.id = l.purchase_id and l.known_import = ${importId}
      returning l.tire_id, ${sql.lit(supplierPrefix)} || p.supplier as place, new.owed - old.owed as count
    )
    update stock s set owed = s.owed + o.count
    from (select tire_id, place, sum(count) as count from owing group by 1, 2) o
    where o.tire_id = s.tire_id and o.place = s.place`.execute(trx);
}

/** Locks rows in the order in which orders lock them. */
async function lockStock(trx: Trx, importId: number) {
  await sql`select count(*) from (
    select from stock s
    where exists (select from import_stock r
        where r.import_id = ${importId} and r.tire_id = s.tire_id and r.place = s.place)
      or s.tire_id in (select tire_id from dropped_tires)
      or exists (select from tire_sources added
        where added.added_by = ${importId} and added.tire_id = s.tire_id
          and s.place = ${sql.lit(supplierPrefix)} || added.supplier)
      or exists (select from purchase_lines l join purchases p on p.id = l.purchase_id
        where l.known_import = ${importId} and l.tire_id = s.tire_id
          and s.place = ${sql.lit(supplierPrefix)} || p.supplier)
    order by tire_id, place for update) as locked`.execute(trx);
}
