import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import type { Supplier, SupplierPictureTerms } from '../../supplier/declaration.ts';
import { endPhotos, type Licence, lockPhotos, type PhotoChange, touchTires } from '../photos.server.ts';

export type PicturedSupplier = Supplier & { pictures: SupplierPictureTerms };

export function isPictured(supplier: Supplier): supplier is PicturedSupplier {
  return supplier.pictures !== undefined;
}

export function licenceOf({ id, pictures }: PicturedSupplier): Licence {
  const { licence, credit = null, until = null, feed = false, preview = false } = pictures;
  return { source: 'supplier', supplier: id, licence, credit, until, feed, preview };
}

/**
 * Makes photographs of suppliers follow the declared terms, and ends those of suppliers that no longer declare pictures. Photographs of a
 * dropped supplier may be fetched again when its declared licence has another text.
 */
export async function followTerms(
  db: Kysely<Tables>,
  folder: string,
  suppliers: readonly Supplier[],
  now: Date,
): Promise<void> {
  const pictured = suppliers.filter(isPictured);
  const ids = pictured.map(({ id }) => id);
  const condition = sql<boolean>`source = 'supplier' and supplier <> all (${ids}::text[])`;
  await endPhotos(db, folder, { condition, because: 'licence-over', actor: 'shop', now });
  await sql`delete from supplier_pictures where supplier <> all (${ids}::text[])`.execute(db);
  for (const supplier of pictured) {
    const { licence, credit, until, feed, preview } = licenceOf(supplier);
    await sql`delete from picture_drops where supplier = ${supplier.id} and ${licence} <> all (licences)`.execute(db);
    await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('tire_photos')
        .set({ licence, credit, until, in_feed: feed, in_preview: preview })
        .where('supplier', '=', supplier.id)
        .where('ended_at', 'is', null)
        .where(
          sql<boolean>`(licence, credit, until, in_feed, in_preview)
            is distinct from (${licence}, ${credit}::text, ${until}::date, ${feed}::boolean, ${preview}::boolean)`,
        )
        .returning(['manufacturer_id', 'model', 'season', 'studs', 'runflat'])
        .execute();
      if (changed.length > 0) await touchTires(trx, changed, now);
    });
  }
}

/** Returns null, or why nothing may be fetched from a supplier. */
export async function whyNotFetched(
  db: Kysely<Tables>,
  { id, pictures: { until } }: PicturedSupplier,
  now: Date,
): Promise<'licence-over' | 'dropped' | null> {
  if (until !== undefined && until < tallinnDate(now)) return 'licence-over';
  const drop = await db.selectFrom('picture_drops').select('supplier').where('supplier', '=', id).executeTakeFirst();
  return drop ? 'dropped' : null;
}

/**
 * Removes all photographs of a supplier at once, and fetches none until its declared licence is neither `licence` (null: none is declared)
 * nor that of one of its photographs. Returns their number.
 */
export async function dropSupplier(
  db: Kysely<Tables>,
  folder: string,
  { supplier, licence, actor, now }: { supplier: string; licence: string | null } & PhotoChange,
): Promise<number> {
  // Under the lock: a picture that is being fetched is shown before this, and then removed below, or not at all.
  await db.transaction().execute(async (trx) => {
    await lockPhotos(trx);
    // A running shop may have an older declaration than the owner's file: its licence is that of the photographs.
    const used = await trx
      .selectFrom('tire_photos')
      .select('licence')
      .distinct()
      .where('supplier', '=', supplier)
      .execute();
    const licences = [...used.map((row) => row.licence), ...(licence === null ? [] : [licence])];
    const dropped = { licences, dropped_at: now, dropped_by: actor };
    await trx
      .insertInto('picture_drops')
      .values({ supplier, ...dropped })
      .onConflict((conflict) => conflict.column('supplier').doUpdateSet(dropped))
      .execute();
  });
  return endPhotos(db, folder, { condition: sql<boolean>`supplier = ${supplier}`, because: 'dropped', actor, now });
}
