import type { Trx } from '../../database/transaction.server.ts';
import { sizeText } from '../catalog/size.ts';
import { fullSize, tireName } from '../catalog/tire.ts';
import type { Offer } from './offer.ts';

/**
 * The tires of these ids that exist, with their stock rows locked until the transaction ends. All lock in the same
 * order, so orders never wait for each other in a circle. Prices are read after the wait for the locks.
 */
export async function lockOffers(trx: Trx, ids: readonly string[]): Promise<Map<string, Offer>> {
  const stock = await trx
    .selectFrom('stock')
    .selectAll()
    .where('tire_id', 'in', ids)
    .orderBy('tire_id')
    .orderBy('place')
    .forUpdate()
    .execute();
  const tires = await trx
    .selectFrom('tires')
    .innerJoin('manufacturers', 'manufacturers.id', 'tires.manufacturer_id')
    .select([
      'tires.id',
      'manufacturer_id',
      'manufacturers.label as maker',
      'model',
      'tread_width',
      'profile',
      'diameter',
      'construction',
      'load_index',
      'speed_index',
      'marks',
      'price_cents',
      'on_sale',
    ])
    .where('tires.id', 'in', ids)
    .execute();
  const offers = tires.map((tire): [string, Offer] => {
    const { tread_width: treadWidth, profile, diameter, construction, marks } = tire;
    const size = { treadWidth, profile, diameter };
    const text = sizeText({ ...size, construction, commercial: marks.includes('C') });
    return [
      tire.id,
      {
        title: tireName({ manufacturer: { id: tire.manufacturer_id, label: tire.maker }, model: tire.model }),
        size: fullSize({ size: { ...size, text }, loadIndex: tire.load_index, speedIndex: tire.speed_index, marks }),
        priceCents: tire.price_cents,
        supplies: stock
          .filter(({ tire_id }) => tire_id === tire.id && tire.on_sale)
          .map(({ place, on_hand, held, lead_days }) => ({ place, free: on_hand - held, leadDays: lead_days })),
      },
    ];
  });
  return new Map(offers);
}
