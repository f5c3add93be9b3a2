import { sql } from 'kysely';

export const pinnedPrices = sql`(
  select tire_id, price_cents from (
    select distinct on (tire_id) tire_id, price_cents from price_decisions
    where kind in ('pinned', 'unpinned') order by tire_id, id desc
  ) last where price_cents is not null)`;

export const takenOffSaleByHand = sql`(
  select tire_id from (
    select distinct on (tire_id) tire_id, kind from price_decisions
    where kind in ('off_sale', 'on_sale') order by tire_id, id desc
  ) last where kind = 'off_sale')`;
