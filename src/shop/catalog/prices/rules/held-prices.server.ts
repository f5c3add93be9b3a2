import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import type { Cents } from '../../../money.ts';

/** Returns tires on sale whose new price (`held`) the guard holds back; `price`: the current one; both in cents. */
export function heldPrices(db: Kysely<Tables>) {
  return db
    .selectFrom('tire_prices')
    .innerJoin('tires', 'tires.id', 'tire_prices.tire_id')
    .where('held_cents', 'is not', null)
    .where('on_sale', '=', true)
    .select(['tires.id', 'tires.price_cents as price', 'held_cents as held'])
    .$narrowType<{ held: Cents }>()
    .orderBy('tires.id')
    .execute();
}
