import { sql } from 'kysely';

/** SQL: tires with a pinned price. Rows of kind `unpinned` have no price. */
export const lastPins = sql`(
  select tire_id, price_cents, below_floor from (
    select distinct on (tire_id) tire_id, price_cents, below_floor from price_decisions
    where kind in ('pinned', 'unpinned') order by tire_id, id desc
  ) last where price_cents is not null)`;

export const takenOffSaleByHand = sql`(
  select tire_id from (
    select distinct on (tire_id) tire_id, kind from price_decisions
    where kind in ('off_sale', 'on_sale') order by tire_id, id desc
  ) last where kind = 'off_sale')`;
