import { sql } from 'kysely';
import type { DesignColumns } from '../../../database/tables/catalogue-tables.ts';

/** SQL: the columns that tires of one design have in common. */
export const designColumns = sql`manufacturer_id, model, season, studs, runflat`;

/** SQL: the columns of a design, of a table or its alias. */
export function designOf(table: string) {
  return sql.raw(`(${designNames.map((name) => `${table}.${name}`).join(', ')})`);
}

export const designNames = ['manufacturer_id', 'model', 'season', 'studs', 'runflat'] as const;

/** SQL: whether the columns are those of a design. */
export function ofDesign({ manufacturer_id, model, season, studs, runflat }: DesignColumns) {
  return sql<boolean>`(${designColumns}) = (${manufacturer_id}, ${model}, ${season}, ${studs}, ${runflat}::boolean)`;
}

/** SQL: sorts the photographs of a design: the owner's before the manufacturer's, and that before those of suppliers, the largest first. */
export const photoOrder = sql`array_position(array['own', 'manufacturer', 'supplier'], source), side desc nulls last, tire_photos.id desc`;

/** SQL: whether a photograph may be shown; false if its design is pinned to another one or to the drawing. */
export const isNotPinnedAway = sql<boolean>`not exists (
  select from picture_pins n where ${designOf('n')} = ${designOf('tire_photos')} and n.shows is distinct from tire_photos.id)`;

/** SQL: the photograph that is shown of each design. */
export const currentPhotos = sql`(
  select distinct on (${designColumns}) ${designColumns}, photo, credit, in_feed, in_preview
  from tire_photos where ended_at is null and ${isNotPinnedAway}
  order by ${designColumns}, ${photoOrder}
)`;
