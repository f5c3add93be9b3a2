import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DesignColumns, TirePhotos } from '../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk, type Trx } from '../../../database/transaction.server.ts';
import { hasHiddenCharacters } from '../../plain-text.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { designColumnNames, hasDesign } from './current-photos.server.ts';
import type { PhotoRefusal } from './photo.ts';
import { photoId, removePhotoFiles, storedPhotos, storePhoto } from './photo-files.server.ts';
import { type PhotoFiles, type PhotoMeasures, processPhoto } from './process-photo.server.ts';

/** A photograph's source and what its licence permits: `feed`, product feeds and search engines; `preview`, previews of shared links. `until`: the last day, `YYYY-MM-DD`; null: it does not end. */
export type Licence = {
  source: TirePhotos['source'];
  supplier: string | null;
  licence: string;
  credit: string | null;
  until: string | null;
  feed: boolean;
  preview: boolean;
};

export type PhotoChange = { actor: string; now: Date };

export type AddPhotoResult =
  | { ok: true; photo: string; tires: number; replaced: boolean }
  | { ok: false; reason: PhotoRefusal | 'unknown-tire' | 'no-licence' | 'hidden-characters' | 'licence-over' };

const maxTextLength = 200;

/** Checks a photograph and shows it for the tire's design, instead of an earlier one of this source or a pinned one. */
export async function addPhoto(
  db: Kysely<Tables>,
  folder: string,
  { tireId, bytes, actor, now, ...terms }: { tireId: string; bytes: Buffer } & Licence & PhotoChange,
): Promise<AddPhotoResult> {
  const licence = terms.licence.trim().slice(0, maxTextLength);
  const credit = terms.credit?.trim().slice(0, maxTextLength) || null;
  if (licence === '') return { ok: false, reason: 'no-licence' };
  if (hasHiddenCharacters(licence + (credit ?? ''))) return { ok: false, reason: 'hidden-characters' };
  if (terms.until !== null && terms.until < tallinnDate(now)) return { ok: false, reason: 'licence-over' };
  const design = await designOfTire(db, tireId);
  if (!design) return { ok: false, reason: 'unknown-tire' };
  const processed = await processPhoto(bytes);
  if (!processed.ok) return processed;
  const photo = photoId(bytes);
  return commitIfOk(db, async (trx) => {
    await lockPhotos(trx);
    // The person who adds a photograph wants it shown, not the pinned picture.
    await trx.deleteFrom('picture_pins').where(hasDesign(design)).execute();
    const shown = await showPhoto(trx, folder, { design, photo, ...processed, ...terms, licence, credit, actor, now });
    return { ok: true as const, photo, ...shown };
  });
}

type Photo = { design: DesignColumns; photo: string; files: PhotoFiles } & PhotoMeasures & Licence & PhotoChange;

/** Call `lockPhotos` first. Stores the files, and shows the photograph instead of the design's current one from the same source. */
export async function showPhoto(
  trx: Trx,
  folder: string,
  { design, photo, files, side, dhash, source, supplier, licence, credit, until, feed, preview, actor, now }: Photo,
): Promise<{ tires: number; replaced: boolean }> {
  // Stored before the row, so that a photograph in the catalogue always has files.
  await storePhoto(folder, photo, files);
  const replaced = await trx
    .updateTable('tire_photos')
    .set({ ended_at: now, ended_by: actor, ended_because: 'replaced' })
    .where(hasDesign(design))
    .where('source', '=', source)
    .where((where) => (supplier === null ? where('supplier', 'is', null) : where('supplier', '=', supplier)))
    .where('ended_at', 'is', null)
    .returning('photo')
    .execute();
  await trx
    .insertInto('tire_photos')
    .values({
      ...design,
      photo,
      side,
      dhash,
      source,
      supplier,
      licence,
      credit,
      until,
      in_feed: feed,
      in_preview: preview,
      added_at: now,
      added_by: actor,
    })
    .execute();
  // A supplier's first photograph can wait, because each change makes every process build its index of tires again.
  const isUrgent = source !== 'supplier' || replaced.length > 0;
  const tires = await touchTires(trx, [design], now, { isUrgent });
  await removeUnusedPhotoFiles(trx, folder, replaced);
  return { tires, replaced: replaced.length > 0 };
}

export async function designOfTire(db: Kysely<Tables>, tireId: string): Promise<DesignColumns | null> {
  const design = await db.selectFrom('tires').select(designColumnNames).where('id', '=', tireId).executeTakeFirst();
  return design ?? null;
}

/** Removes a photograph at once. If it came from a supplier, pictures of its design are then fetched from this supplier only on request for one tire (`dueOffers`). Returns 0 if `id` is unknown. */
export async function removePhoto(
  db: Kysely<Tables>,
  folder: string,
  { id, ...change }: { id: number } & PhotoChange,
): Promise<number> {
  return endPhotos(db, folder, { condition: sql<boolean>`id = ${id}`, because: 'removed', ...change });
}

/** Removes photographs whose licence ended before today, as `removePhoto` does. Returns their number. */
export async function removeExpiredPhotos(db: Kysely<Tables>, folder: string, now: Date): Promise<number> {
  const condition = sql<boolean>`until < ${tallinnDate(now)}::date`;
  return endPhotos(db, folder, { condition, because: 'licence-over', actor: 'shop', now });
}

type Ending = { condition: RawBuilder<boolean>; because: NonNullable<TirePhotos['ended_because']> } & PhotoChange;

export async function endPhotos(
  db: Kysely<Tables>,
  folder: string,
  { condition, because, actor, now }: Ending,
): Promise<number> {
  const due = await db.selectFrom('tire_photos').select('id').where('ended_at', 'is', null).where(condition).execute();
  if (due.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    await lockPhotos(trx);
    const ended = await trx
      .updateTable('tire_photos')
      .set({ ended_at: now, ended_by: actor, ended_because: because })
      .where('ended_at', 'is', null)
      .where(condition)
      .returning(['photo', ...designColumnNames])
      .execute();
    await touchTires(trx, ended, now);
    await removeUnusedPhotoFiles(trx, folder, ended);
    return ended.length;
  });
}

/** Removes files that no current row uses: of an interrupted upload, or of rows that a restored backup lacks. */
export async function removeOrphans(db: Kysely<Tables>, folder: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPhotos(trx);
    const stored = [...(await storedPhotos(folder))].map((photo) => ({ photo }));
    await removeUnusedPhotoFiles(trx, folder, stored);
  });
}

/** Returns the photographs that have not been shown since `before`, so that no later backup refers to them. */
export async function photosEndedBefore(db: Kysely<Tables>, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('tire_photos')
    .select('photo')
    .groupBy('photo')
    .having(sql<boolean>`bool_and(coalesce(ended_at < ${before}, false))`)
    .execute();
  return rows.map(({ photo }) => photo);
}

/** Takes the lock for changes of files, so that none is removed while another row begins to show its photograph. */
export async function lockPhotos(trx: Trx): Promise<void> {
  await sql`lock table tire_photos in share row exclusive mode`.execute(trx);
}

/** Call it last in a transaction: removed files do not come back if a later statement fails. */
async function removeUnusedPhotoFiles(trx: Trx, folder: string, photos: readonly { photo: string }[]): Promise<void> {
  if (photos.length === 0) return;
  const used = await trx.selectFrom('tire_photos').select('photo').where('ended_at', 'is', null).distinct().execute();
  const unused = new Set(photos.map(({ photo }) => photo)).difference(new Set(used.map(({ photo }) => photo)));
  for (const photo of unused) await removePhotoFiles(folder, photo);
}

/** Makes every process load the tires of these designs again: at once, or if not urgent within 30 s (`followTimesMs.check`). Returns how many of them are on sale. */
export async function touchTires(
  trx: Trx,
  designs: readonly DesignColumns[],
  now: Date,
  { isUrgent = true } = {},
): Promise<number> {
  let onSale = 0;
  for (const design of designs) {
    const touched = await trx
      .updateTable('tires')
      .set({ changed_at: now })
      .where(hasDesign(design))
      .returning('on_sale')
      .execute();
    onSale += touched.filter((tire) => tire.on_sale).length;
  }
  if (isUrgent) await sql`select pg_notify('catalogue', 'all')`.execute(trx);
  return onSale;
}
