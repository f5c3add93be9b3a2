import { sql } from 'kysely';

/** SQL: the columns that tires of one design have in common. */
export const designColumns = sql`manufacturer_id, model, season, studs, runflat`;

/** SQL: sorts the photographs of a design. */
export const sourceRank = sql`array_position(array['own', 'manufacturer', 'supplier'], source)`;

/** SQL: the photograph that is shown of each design: the owner's before the manufacturer's, and that before those of suppliers. */
export const currentPhotos = sql`(
  select distinct on (${designColumns}) ${designColumns}, photo, credit, in_feed, in_preview
  from tire_photos where ended_at is null
  order by ${designColumns}, ${sourceRank}, id desc
)`;
