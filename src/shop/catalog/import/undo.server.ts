import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk } from '../../../database/transaction.server.ts';
import { landTires } from './land.server.ts';
import { landingTime } from './landing-time.server.ts';
import { describedColumns } from './source-columns.ts';
import type { Trx } from './staging.server.ts';
import { liftLimits, takeTurn } from './take-turn.server.ts';
import { restoreStock } from './undo-stock.server.ts';

export type UndoOptions = {
  now: Date;
  actor: string;
  /** Only if this is the last one; otherwise whichever is. */
  importId?: number;
  dryRun?: boolean;
  onWait?: () => void;
};

export type Undone = {
  ok: true;
  import: { id: number; at: Date; file: string };
  /** Rows of suppliers that are again what they were, and rows that the import had brought. */
  restored: number;
  unlisted: number;
  /** Tires that go off sale, and those whose price or sale begins anew. */
  removed: number;
  repriced: number;
  /** Places whose count is another. */
  restocked: number;
};

/**
 * no-record: what was before is too long ago to be known; not-last: another import has landed; demonstration: the list
 * that is left is the demonstration, and without it the shop would stand empty for good.
 */
export type NotUndone = { ok: false; reason: 'no-import' | 'no-record' | 'not-last' | 'demonstration' };

/**
 * Takes the last import back that nobody has taken back: sources, prices (as new lines of the price history), what is
 * on sale, and stock, less what was sold since. Tires that the import brought go off sale; their ids stay theirs.
 */
export async function undoImport(db: Kysely<Tables>, options: UndoOptions): Promise<Undone | NotUndone> {
  let undone: Undone | NotUndone = { ok: false, reason: 'no-import' };
  await commitIfOk(db, async (trx) => {
    await liftLimits(trx);
    await takeTurn(trx, options.onWait);
    undone = await undoWithin(trx, { ...options, now: await landingTime(trx, options.now) });
    return { ok: undone.ok && !options.dryRun };
  });
  return undone;
}

async function undoWithin(trx: Trx, { now, actor, importId, dryRun }: UndoOptions): Promise<Undone | NotUndone> {
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
  const { offSale: removed, repriced } = await landTires(trx, now);
  await trx.updateTable('catalogue_state').set({ demonstration }).execute();
  await trx.updateTable('imports').set({ undone_at: now, undone_by: actor }).where('id', '=', id).execute();
  const restocked = await restoreStock(trx, id, at);
  if (!dryRun) await sql`select pg_notify('catalogue', 'all')`.execute(trx);
  return { ok: true, import: { id, at, file }, ...sources, removed, repriced, restocked };
}

/** Leaves the temporary table `touched`: tires of the sources that are others than before; none is surely `alone`. */
async function restoreSources(trx: Trx, id: number) {
  const columns = `tire_id, ${describedColumns}, alike, on_hand, at_branches, lead_days, listed`;
  const names = sql.raw(columns);
  const before = sql.raw(columns.replace(/\w+/g, (column) => `b.${column}`));
  const earlier = sql`(select * from import_sources where import_id = ${id})`;
  await sql`create temporary table touched on commit drop as
    select tire_id, false as alone from ${earlier} e
    union select tire_id, false from tire_sources where added_by = ${id}
    union select k.tire_id, false from tire_sources k join ${earlier} e using (supplier, supplier_sku)`.execute(trx);
  await sql`analyze touched`.execute(trx);
  // Brought by an import that was taken back, in the place of one that had left and now returns.
  await sql`delete from tire_sources k using ${earlier} b
    where k.tire_id = b.tire_id and k.supplier = b.supplier and k.supplier_sku <> b.supplier_sku and not k.listed`.execute(
    trx,
  );
  const { numAffectedRows: restored = 0n } = await sql`update tire_sources k set (${names}) = (${before})
    from ${earlier} b where k.supplier = b.supplier and k.supplier_sku = b.supplier_sku`.execute(trx);
  const { numAffectedRows: unlisted = 0n } = await sql`update tire_sources set listed = false
    where added_by = ${id} and listed`.execute(trx);
  return { restored: Number(restored), unlisted: Number(unlisted) };
}
