import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { replaceOffers } from '../../shop/catalog/photos/fetching/offers.server.ts';
import { slug } from '../../shop/catalog/slug.ts';
import { type PictureFault, startPictureHost } from '../../suppliers-fake/start-picture-host.ts';

/** Few enough for the shop to fetch all their pictures within five minutes. */
const maxModels = 60;

const faultsByPictureIndex: Readonly<Record<number, PictureFault>> = { 7: 'missing', 11: 'html' };

/** Serves drawn pictures of a supplier's cheapest models, two with faults. `offer` stores their URLs as if the supplier's list had them in its field `picture`. */
export async function startDemoPictures(supplier: string) {
  const host = await startPictureHost();
  const hostName = 'pictures.fake';
  return {
    connection: { [hostName]: host.origin },
    terms: { from: 'picture', licence: 'demonstration: drawn by the shop', credit: 'DEMO (demonstration)' },
    stop: host.close,
    async offer(db: Kysely<Tables>): Promise<void> {
      const { rows } = await sql<{ sku: string; name: string }>`
        select sku, name from (
          select distinct on (name) s.supplier_sku as sku, t.price_cents,
            concat_ws(' ', t.manufacturer_id, t.model, t.season, t.studs, case when t.runflat then 'run-flat' end) as name
          from tire_sources s join tires t on t.id = s.tire_id
          where s.supplier = ${supplier} and t.on_sale
          order by name, t.price_cents
        ) models order by price_cents, sku limit ${maxModels}`.execute(db);
      const offers = rows.map(({ sku, name }, index) => {
        const path = `/pictures/${slug(name)}.jpg`;
        const fault = faultsByPictureIndex[index];
        if (fault) host.faults.set(path, fault);
        return { supplier_sku: sku, url: `https://${hostName}${path}` };
      });
      await replaceOffers(db, supplier, offers);
    },
  };
}
