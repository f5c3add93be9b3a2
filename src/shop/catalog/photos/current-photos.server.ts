import { sql } from 'kysely';
import type { DesignColumns } from '../../../database/tables/catalogue-tables.ts';

/** The columns that tires of one design have in common. */
export const designColumnNames = ['manufacturer_id', 'model', 'season', 'studs', 'runflat'] as const;

export const designColumns = sql.join(designColumnNames.map((name) => sql.ref(name)));

export function designColumnsOf(table: string) {
  return sql.join(designColumnNames.map((name) => sql.ref(`${table}.${name}`)));
}

export function haveSameDesign(table: string, otherTable: string) {
  return sql<boolean>`(${designColumnsOf(table)}) = (${designColumnsOf(otherTable)})`;
}

export function hasDesign({ manufacturer_id, model, season, studs, runflat }: DesignColumns) {
  return sql<boolean>`(${designColumns}) = (${manufacturer_id}, ${model}, ${season}, ${studs}, ${runflat}::boolean)`;
}

/** SQL: sorts photographs: the owner's, the manufacturer's, suppliers'; of each, the largest first, then the latest. */
export const photoOrder = sql`array_position(array['own', 'manufacturer', 'supplier'], source), side desc nulls last, tire_photos.id desc`;

/** SQL: false if the design is pinned to another photograph, or to the drawing (`shows` is null). */
export const isAllowedByPin = sql<boolean>`not exists (
  select from picture_pins n where ${haveSameDesign('n', 'tire_photos')} and n.shows is distinct from tire_photos.id)`;

/** SQL: the photograph that is shown of each design. */
export const currentPhotos = sql`(
  select distinct on (${designColumns}) ${designColumns}, photo, credit, in_feed, in_preview
  from tire_photos where ended_at is null and ${isAllowedByPin}
  order by ${designColumns}, ${photoOrder}
)`;
