import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOk } from '../../../database/transaction.server.ts';
import { designColumnNames, hasDesign, isAllowedByPin, photoOrder } from './current-photos.server.ts';
import { designOfTire, lockPhotos, type PhotoChange, touchTires } from './photos.server.ts';

export type PicturePinResult =
  | { ok: true; shows: 'photograph' | 'drawing'; tires: number }
  | { ok: false; reason: 'unknown-tire' };

/** Pins a design to its photograph; with `drawing`, or without a photograph, to the drawing. Suppliers' pictures of a pinned design are not fetched. */
export function pinPicture(
  db: Kysely<Tables>,
  { tireId, drawing, actor, now }: { tireId: string; drawing: boolean } & PhotoChange,
): Promise<PicturePinResult> {
  return commitIfOk(db, async (trx) => {
    await lockPhotos(trx);
    const design = await designOfTire(trx, tireId);
    if (!design) return { ok: false, reason: 'unknown-tire' } as const;
    const photograph = drawing
      ? undefined
      : await trx
          .selectFrom('tire_photos')
          .select('id')
          .where(hasDesign(design))
          .where('ended_at', 'is', null)
          // Of a design that is pinned already, only the pinned photograph.
          .where(isAllowedByPin)
          .orderBy(photoOrder)
          .executeTakeFirst();
    const pin = { shows: photograph?.id ?? null, pinned_at: now, pinned_by: actor };
    await trx
      .insertInto('picture_pins')
      .values({ ...design, ...pin })
      .onConflict((conflict) => conflict.columns(designColumnNames).doUpdateSet(pin))
      .execute();
    const tires = await touchTires(trx, [design], now);
    return { ok: true, shows: photograph ? 'photograph' : 'drawing', tires } as const;
  });
}

export type PictureUnpinResult = { ok: true; tires: number } | { ok: false; reason: 'unknown-tire' | 'not-pinned' };

export function unpinPicture(
  db: Kysely<Tables>,
  { tireId, now }: { tireId: string; now: Date },
): Promise<PictureUnpinResult> {
  return commitIfOk(db, async (trx) => {
    await lockPhotos(trx);
    const design = await designOfTire(trx, tireId);
    if (!design) return { ok: false, reason: 'unknown-tire' } as const;
    const { numDeletedRows } = await trx.deleteFrom('picture_pins').where(hasDesign(design)).executeTakeFirst();
    if (numDeletedRows === 0n) return { ok: false, reason: 'not-pinned' } as const;
    return { ok: true, tires: await touchTires(trx, [design], now) } as const;
  });
}

/** `shows`: `drawing` also if the pinned photograph is no longer shown. `at`, `by`: when and by whom it was pinned. */
export type PicturePin = { shows: 'photograph' | 'drawing'; at: Date; by: string };

export async function pinOfTire(db: Kysely<Tables>, tireId: string): Promise<PicturePin | null> {
  const design = await designOfTire(db, tireId);
  if (!design) return null;
  const pin = await db
    .selectFrom('picture_pins')
    .select(['pinned_at as at', 'pinned_by as by'])
    .select(sql<boolean>`exists (select from tire_photos p where p.id = shows and p.ended_at is null)`.as('hasPhoto'))
    .where(hasDesign(design))
    .executeTakeFirst();
  return pin ? { shows: pin.hasPhoto ? 'photograph' : 'drawing', at: pin.at, by: pin.by } : null;
}
