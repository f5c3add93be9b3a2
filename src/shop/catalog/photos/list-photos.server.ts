import { type Kysely, type Selectable, sql } from 'kysely';
import type { PicturePins, TirePhotos } from '../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import { designColumnNames, hasDesign, haveSameDesign, isAllowedByPin, photoOrder } from './current-photos.server.ts';
import { storedPhotos } from './photo-files.server.ts';
import { designOfTire } from './photos.server.ts';

export type ListedPhoto = Selectable<TirePhotos> & {
  pinned: boolean;
  /** The number of tires of the design that are on sale; `example`: the id of one of them. */
  tires: number;
  example: string | null;
};

/** Returns current photographs by design; `includeEnded` appends the ended ones, most recently ended first. */
export async function listPhotos(
  db: Kysely<Tables>,
  { includeEnded }: { includeEnded: boolean },
): Promise<ListedPhoto[]> {
  const { rows } = await sql<ListedPhoto>`
    select p.*, exists (select from picture_pins pin where pin.shows = p.id) as pinned, t.tires, t.example
    from tire_photos p
    left join lateral (
      select count(*)::integer as tires, min(id) as example from tires
      where on_sale and ${haveSameDesign('tires', 'p')}
    ) t on true
    where p.ended_at is null or ${includeEnded}
    order by p.ended_at desc nulls first, p.manufacturer_id, p.model, p.season, p.studs, p.runflat, p.id`.execute(db);
  return rows;
}

/** Designs that show the shop's drawing: pinned to it (`shows` is null), or to a photograph that has ended. */
export async function pinnedDrawings(db: Kysely<Tables>): Promise<Omit<PicturePins, 'pinned_at' | 'pinned_by'>[]> {
  return db
    .selectFrom('picture_pins')
    .select([...designColumnNames, 'shows'])
    .where(sql<boolean>`not exists (select from tire_photos p where p.id = picture_pins.shows and p.ended_at is null)`)
    .orderBy('manufacturer_id')
    .orderBy('model')
    .execute();
}

export type PhotoOfTire = Pick<
  ListedPhoto,
  'id' | 'photo' | 'source' | 'supplier' | 'licence' | 'until' | 'added_at' | 'added_by'
>;

/** Returns the photographs of the tire's design; pages show the first. Empty if the design is pinned to the drawing. */
export async function photosOfTire(db: Kysely<Tables>, tireId: string): Promise<PhotoOfTire[]> {
  const design = await designOfTire(db, tireId);
  if (!design) return [];
  return db
    .selectFrom('tire_photos')
    .select(['id', 'photo', 'source', 'supplier', 'licence', 'until', 'added_at', 'added_by'])
    .where(hasDesign(design))
    .where('ended_at', 'is', null)
    .where(isAllowedByPin)
    .orderBy(photoOrder)
    .execute();
}

/** `current`: the number of photographs that have not ended. `lost`: those of them that lack files in `folder`. */
export async function lostPhotos(
  db: Kysely<Tables>,
  folder: string,
): Promise<{ current: number; lost: ListedPhoto[] }> {
  const photos = await listPhotos(db, { includeEnded: false });
  const stored = await storedPhotos(folder, { complete: true });
  return { current: photos.length, lost: photos.filter(({ photo }) => !stored.has(photo)) };
}
