import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { replaceOffers } from '../../shop/catalog/photos/fetching/offers.server.ts';
import { slug } from '../../shop/catalog/slug.ts';
import { type PictureFault, startPictureHost } from '../../suppliers-fake/start-picture-host.ts';

/** So few that the shop fetches them within five minutes. */
const maxDesigns = 60;

/** Faults by the index of the picture. */
const faults: Readonly<Record<number, PictureFault>> = { 7: 'missing', 11: 'html' };

/**
 * Starts a host with drawn pictures of a supplier's cheapest models. Two of them have faults. `offer` stores the pictures as if
 * the supplier's list had named them, because the demonstration list is not fetched.
 */
export async function startDemoPictures(supplier: string) {
  const host = await startPictureHost();
  const address = 'pictures.fake';
  return {
    connection: { [address]: host.origin },
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
        ) designs order by price_cents, sku limit ${maxDesigns}`.execute(db);
      const offers = rows.map(({ sku, name }, index) => {
        const path = `/pictures/${slug(name)}.jpg`;
        const fault = faults[index];
        if (fault) host.faults.set(path, fault);
        return { supplier_sku: sku, url: `https://${address}${path}` };
      });
      await replaceOffers(db, supplier, offers);
    },
  };
}
