import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import type { Supplier, SupplierPictureTerms } from '../../supplier/declaration.ts';
import { designColumnNames } from '../current-photos.server.ts';
import { endPhotos, type Licence, lockPhotos, type PhotoChange, touchTires } from '../photos.server.ts';

export type SupplierWithPictures = Supplier & { pictures: SupplierPictureTerms };

export function offersPictures(supplier: Supplier): supplier is SupplierWithPictures {
  return supplier.pictures !== undefined;
}

export function licenceOf({ id, pictures }: SupplierWithPictures): Licence {
  const { licence, credit = null, until = null, feed = false, preview = false } = pictures;
  return { source: 'supplier', supplier: id, licence, credit, until, feed, preview };
}

/** Applies the terms that suppliers' declarations have now to the photographs from these suppliers, and ends those from suppliers that no longer
 * declare pictures. Pictures of a supplier in `picture_drops` are allowed again when it declares another licence than those recorded there. */
export async function applyDeclaredTerms(
  db: Kysely<Tables>,
  folder: string,
  suppliers: readonly Supplier[],
  now: Date,
): Promise<void> {
  const withPictures = suppliers.filter(offersPictures);
  const ids = withPictures.map(({ id }) => id);
  const condition = sql<boolean>`source = 'supplier' and supplier <> all (${ids}::text[])`;
  await endPhotos(db, folder, { condition, because: 'licence-over', actor: 'shop', now });
  await sql`delete from supplier_pictures where supplier <> all (${ids}::text[])`.execute(db);
  for (const supplier of withPictures) {
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
        .returning(designColumnNames)
        .execute();
      if (changed.length > 0) await touchTires(trx, changed, now);
    });
  }
}

/** Returns null, or why nothing may be fetched from a supplier. */
export async function whyNotFetched(
  db: Kysely<Tables>,
  { id, pictures: { until } }: SupplierWithPictures,
  now: Date,
): Promise<'licence-over' | 'dropped' | null> {
  if (until !== undefined && until < tallinnDate(now)) return 'licence-over';
  const drop = await db.selectFrom('picture_drops').select('supplier').where('supplier', '=', id).executeTakeFirst();
  return drop ? 'dropped' : null;
}

/** Removes all photographs from a supplier at once, and returns their number. None are fetched until the supplier declares a new licence: neither
 * `licence`, which it declares now (null: none), nor one that any of its photographs has had. */
export async function dropSupplierPhotos(
  db: Kysely<Tables>,
  folder: string,
  { supplier, licence, actor, now }: { supplier: string; licence: string | null } & PhotoChange,
): Promise<number> {
  // A fetch that took this lock earlier has shown its picture, which `endPhotos` below removes. A later one reads `picture_drops`.
  await db.transaction().execute(async (trx) => {
    await lockPhotos(trx);
    // A running shop may have an older declaration. Its licence must not count as new either, so the licences of all photographs are recorded.
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
