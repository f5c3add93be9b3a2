import { type Kysely, type Selectable, sql } from 'kysely';
import type { TirePhotos } from '../../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../../database/tables.ts';
import { FailedFetch } from '../../supplier/fetch/request.server.ts';
import { hasDesign, isAllowedByPin } from '../current-photos.server.ts';
import type { PhotoRefusal } from '../photo.ts';
import { photoId } from '../photo-files.server.ts';
import { endPhotos, lockPhotos, showPhoto } from '../photos.server.ts';
import { type ProcessedPhoto, processPhoto } from '../process-photo.server.ts';
import { isSamePicture } from '../same-picture.ts';
import type { DueOffer } from './offers.server.ts';
import { licenceOf, type SupplierWithPictures, whyNotFetched } from './supplier-terms.server.ts';

/** A picture that suppliers send for models of this many manufacturers is a placeholder. */
const placeholderManufacturers = 3;

/** `spare`: not shown, as another is better, the design is pinned, or the supplier's pictures are no longer allowed. */
export type FetchedResult =
  | { result: 'shown' | 'spare'; photo: string; reason: null }
  | { result: 'refused'; photo: string; reason: PhotoRefusal | 'placeholder' };

/** `storesAgain`: also stores a picture that is shown already, whose files may be lost. */
type Context = {
  db: Kysely<Tables>;
  folder: string;
  supplier: SupplierWithPictures;
  now: () => Date;
  storesAgain: boolean;
};

/** Shows a fetched picture unless it is refused or not the best. Throws FailedFetch if decoding takes too long. */
export async function processFetchedPicture(context: Context, offer: DueOffer, bytes: Buffer): Promise<FetchedResult> {
  const { db } = context;
  const photo = photoId(bytes);
  if (await isPlaceholder(db, offer, photo)) {
    await endPlaceholder(context, photo);
    return { result: 'refused', photo, reason: 'placeholder' };
  }
  if (!context.storesAgain && (await isAlreadyShown(db, offer, photo))) return { result: 'shown', photo, reason: null };
  const processed = await processPhoto(bytes);
  // A busy machine is no fault of the picture, which is tried again the next day.
  if (!processed.ok && processed.reason === 'took-too-long')
    throw new FailedFetch('the machine took too long to decode it');
  if (!processed.ok) return { result: 'refused', photo, reason: processed.reason };
  const result = await showIfBest(context, offer, { photo, ...processed });
  return { result, photo, reason: null };
}

async function isAlreadyShown(db: Kysely<Tables>, offer: DueOffer, photo: string): Promise<boolean> {
  const shown = await db
    .selectFrom('tire_photos')
    .select('id')
    .where(hasDesign(offer))
    .where('ended_at', 'is', null)
    .where('photo', '=', photo)
    .where('supplier', '=', offer.supplier)
    .executeTakeFirst();
  return shown !== undefined;
}

async function isPlaceholder(db: Kysely<Tables>, { manufacturer_id }: DueOffer, photo: string): Promise<boolean> {
  const { rows } = await sql<{ otherManufacturers: number; isKnown: boolean }>`
    select count(distinct t.manufacturer_id) filter (where t.manufacturer_id <> ${manufacturer_id})::integer as "otherManufacturers",
      coalesce(bool_or(p.reason = 'placeholder'), false) as "isKnown"
    from supplier_pictures p
    join tire_sources s using (supplier, supplier_sku)
    join tires t on t.id = s.tire_id
    where p.photo = ${photo}`.execute(db);
  const [usage] = rows;
  return usage !== undefined && (usage.isKnown || usage.otherManufacturers >= placeholderManufacturers - 1);
}

async function endPlaceholder({ db, folder, now }: Context, photo: string): Promise<void> {
  await db
    .updateTable('supplier_pictures')
    .set({ result: 'refused', reason: 'placeholder' })
    .where('photo', '=', photo)
    .execute();
  const condition = sql<boolean>`source = 'supplier' and photo = ${photo}`;
  await endPhotos(db, folder, { condition, because: 'placeholder', actor: 'shop', now: now() });
}

/** Refuses pictures whose address is that of a known placeholder, without fetching them. */
export async function refuseKnownPlaceholders(db: Kysely<Tables>, supplier: string, now: Date): Promise<void> {
  await sql`update supplier_pictures p set result = 'refused', reason = 'placeholder', tried_at = ${now}, photo = known.photo
    from (select distinct url, photo from supplier_pictures where supplier = ${supplier} and reason = 'placeholder') known
    where p.supplier = ${supplier} and p.result is null and p.url = known.url`.execute(db);
}

type Processed = { photo: string } & Extract<ProcessedPhoto, { ok: true }>;

function showIfBest(context: Context, offer: DueOffer, processed: Processed): Promise<'shown' | 'spare'> {
  const { db, folder, supplier, now } = context;
  return db.transaction().execute(async (trx) => {
    await lockPhotos(trx);
    const others = await trx
      .selectFrom('tire_photos')
      .select(['source', 'supplier', 'photo', 'side', 'dhash'])
      .where(hasDesign(offer))
      .where('ended_at', 'is', null)
      .where(isAllowedByPin)
      .execute();
    const pin = await trx.selectFrom('picture_pins').select('pinned_at').where(hasDesign(offer)).executeTakeFirst();
    const hasBetter = others.some((other) => isBetter(other, processed, supplier.id));
    // While the picture was fetched, a person may have pinned the design or dropped the supplier's pictures.
    if (pin || hasBetter || (await whyNotFetched(trx, supplier, now()))) return 'spare';
    const { manufacturer_id, model, season, studs, runflat } = offer;
    const design = { manufacturer_id, model, season, studs, runflat };
    await showPhoto(trx, folder, { design, ...processed, ...licenceOf(supplier), actor: 'shop', now: now() });
    return 'shown';
  });
}

type ShownPhoto = Pick<Selectable<TirePhotos>, 'source' | 'supplier' | 'photo' | 'side' | 'dhash'>;

/** `shown` wins if it is the owner's or the manufacturer's. One from the same supplier, or of the same picture, wins if it is at least as large. */
function isBetter(shown: ShownPhoto, fetched: Processed, supplierId: string): boolean {
  if (shown.source !== 'supplier') return true;
  const isComparable = shown.supplier === supplierId || isSamePicture(shown.dhash, fetched.dhash);
  // The same file is not better than itself: with `storesAgain` it is shown, and so stored, again.
  const isSameFile = shown.photo === fetched.photo;
  const isAtLeastAsLarge = (shown.side ?? 0) >= fetched.side;
  return isComparable && !isSameFile && isAtLeastAsLarge;
}
