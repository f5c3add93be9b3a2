import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../database/connect.server.ts';
import type { Tables } from '../../../../database/tables.ts';
import type { Trx } from '../../../../database/transaction.server.ts';
import { type SizeRow, titleAndSizeColumns, withSize } from '../../tire/size-of-row.server.ts';
import { importPriceList } from '../import-price-list.server.ts';
import type { ImportReport } from '../report.ts';
import type { OverwrittenStock, PriceJump, PriceListPreview } from './preview.ts';

type Db = Pick<Database, 'kysely' | 'pool'>;

type ImportContext = { now: Date; actor: string; branches: string[] };

const uploadLifetimeMs = 24 * 60 * 60 * 1000;
const maxShownJumps = 10;
const maxShownCounts = 50;
const maxShownErrors = 200;

/** Stores an uploaded list for a day, and returns what its import would change. The catalogue stays as it is. */
export async function previewPriceList(
  db: Db,
  { bytes, name }: { bytes: Buffer; name: string },
  { now, actor, branches }: ImportContext,
): Promise<PriceListPreview> {
  await db.kysely
    .deleteFrom('price_list_uploads')
    .where('uploaded_at', '<', new Date(now.getTime() - uploadLifetimeMs))
    .execute();
  const { id } = await db.kysely
    .insertInto('price_list_uploads')
    .values({
      bytes,
      name,
      uploaded_at: now,
      uploaded_by: actor,
      sha256: hash('sha256', bytes),
      catalogue_version: await catalogueVersion(db.kysely),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let jumps: PriceJump[] = [];
  let overwritten: PriceListPreview['overwritten'] = { total: 0, rows: [] };
  const dryRun = (force: boolean) =>
    importPriceList(db, Readable.from([bytes]), {
      now,
      branches,
      actor,
      dryRun: true,
      force,
      file: name,
      inspect: async (trx, importTime) => {
        jumps = await priceJumps(trx, importTime);
        overwritten = await overwrittenStock(trx, branches);
      },
    });
  let report = await dryRun(false);
  const { refusal } = report;
  // The owner may allow such a list, so the preview also shows what it would change.
  if (refusal?.reason === 'removes-too-many' || refusal?.reason === 'empties-stock') {
    const reportIfAllowed = await dryRun(true);
    report = { ...reportIfAllowed, refusal: reportIfAllowed.refusal ?? refusal };
  }
  return { upload: id, name, report: shownReport(report), jumps, overwritten };
}

function shownReport(report: ImportReport): ImportReport {
  return { ...report, errors: report.errors.slice(0, maxShownErrors) };
}

/** `unknown`: no such upload in the last day. `changed-since`: a list was imported or undone after the preview. */
export type ApplyResult =
  | { ok: true; report: ImportReport }
  | { ok: false; reason: 'unknown' | 'changed-since' }
  | { ok: false; reason: 'list-refused'; report: ImportReport };

/** Imports exactly the file that was previewed. `confirmed`: imports it even if the catalogue has changed since. */
export async function applyPriceList(
  db: Db,
  { upload, force, confirmed }: { upload: number; force: boolean; confirmed: boolean },
  { now, actor, branches }: ImportContext,
): Promise<ApplyResult> {
  const stored = await db.kysely
    .selectFrom('price_list_uploads')
    .selectAll()
    .where('id', '=', upload)
    .where('uploaded_at', '>=', new Date(now.getTime() - uploadLifetimeMs))
    .executeTakeFirst();
  if (!stored) return { ok: false, reason: 'unknown' };
  const onLocked = async (trx: Trx) => {
    if (confirmed) return;
    if (stored.catalogue_version !== (await catalogueVersion(trx))) throw new CatalogueChanged();
  };
  let report: ImportReport;
  try {
    const options = { now, branches, actor, force, file: stored.name, onLocked };
    report = await importPriceList(db, Readable.from([stored.bytes]), options);
  } catch (error) {
    if (error instanceof CatalogueChanged) return { ok: false, reason: 'changed-since' };
    throw error;
  }
  return report.refusal
    ? { ok: false, reason: 'list-refused', report: shownReport(report) }
    : { ok: true, report: shownReport(report) };
}

class CatalogueChanged extends Error {}

async function catalogueVersion(db: Kysely<Tables>): Promise<string> {
  const { last, undone } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .select(({ fn }) => fn.count<number>('undone_at').as('undone'))
    .executeTakeFirstOrThrow();
  return `${last ?? 0}.${Number(undone)}`;
}

async function priceJumps(trx: Trx, importTime: Date): Promise<PriceJump[]> {
  const { rows } = await sql<Omit<PriceJump, 'size'> & SizeRow>`
    select ${titleAndSizeColumns}, before.price_cents as before, changed.price_cents as after,
      round(100.0 * (changed.price_cents - before.price_cents) / before.price_cents)::integer as percent
    from price_history changed
    join lateral (select price_cents from price_history earlier
      where earlier.tire_id = changed.tire_id and earlier.since < changed.since order by since desc limit 1) before on true
    join tires t on t.id = changed.tire_id join manufacturers m on m.id = t.manufacturer_id
    where changed.since = ${importTime} and changed.price_cents <> before.price_cents
    order by abs(changed.price_cents - before.price_cents)::numeric / before.price_cents desc, t.id
    limit ${maxShownJumps}`.execute(trx);
  return rows.map(withSize);
}

/** Returns the stock that the import changes at branches. The new counts are in the temporary table `restocked`, not yet in `stock`. */
async function overwrittenStock(trx: Trx, branches: readonly string[]) {
  const { rows } = await sql<Omit<OverwrittenStock, 'size'> & SizeRow & { total: number }>`
    select ${titleAndSizeColumns}, s.place as branch, s.on_hand as before, r.on_hand as after,
      count(*) over ()::integer as total
    from restocked r join stock s using (tire_id, place)
    join tires t on t.id = r.tire_id join manufacturers m on m.id = t.manufacturer_id
    where r.place = any(${branches}) and s.on_hand <> r.on_hand
    order by abs(s.on_hand - r.on_hand) desc, t.id, s.place
    limit ${maxShownCounts}`.execute(trx);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total, ...row }) => withSize(row)) };
}
