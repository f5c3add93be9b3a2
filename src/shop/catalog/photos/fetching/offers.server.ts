import { type Kysely, sql } from 'kysely';
import type { DesignColumns } from '../../../../database/tables/catalogue-tables.ts';
import type { SupplierPictures } from '../../../../database/tables/supplier-tables.ts';
import type { Tables } from '../../../../database/tables.ts';
import type { PictureOffer } from '../../supplier/picture-offers.ts';
import { designColumns, designColumnsOf, haveSameDesign } from '../current-photos.server.ts';

const tryAgainDays = { failed: 1, others: 30 };
const maxReasonLength = 500;

/** Stores the pictures that a supplier's last list offers. A tire's picture is fetched again if its address is new. */
export async function replaceOffers(
  db: Kysely<Tables>,
  supplier: string,
  offered: readonly PictureOffer[],
): Promise<void> {
  const skus = offered.map(({ supplier_sku }) => supplier_sku);
  await db.transaction().execute(async (trx) => {
    await sql`delete from supplier_pictures where supplier = ${supplier} and supplier_sku <> all (${skus}::text[])`.execute(
      trx,
    );
    await sql`insert into supplier_pictures as p (supplier, supplier_sku, url)
      select distinct on (sku) ${supplier}, sku, url from unnest(${skus}::text[], ${offered.map(({ url }) => url)}::text[]) as o (sku, url)
      on conflict (supplier, supplier_sku) do update set url = excluded.url,
        (tried_at, result, reason, photo, etag, last_modified) = row (null, null, null, null, null, null)
      where p.url <> excluded.url`.execute(trx);
  });
}

export type DueOffer = DesignColumns &
  Pick<SupplierPictures, 'supplier' | 'supplier_sku' | 'url' | 'photo' | 'etag' | 'last_modified'> & {
    /** Whether a supplier's photograph of the design is shown: then the supplier need not send an unchanged picture again. */
    hasPhoto: boolean;
  };

/** `tireId`: only pictures of this tire's design, also those that were fetched recently or removed. */
export type DueQuery = { supplier: string; now: Date; limit: number; tireId: string | undefined };

/** Returns pictures that should be fetched: never fetched ones first, failed ones after a day, others after 30 days. If the design has no
 * photograph now, `shown` and `spare` pictures (good ones that were not shown) are due at once. Returns none for designs that are pinned,
 * have a photograph of the owner or the manufacturer, or of which a person removed this supplier's photograph. */
export async function dueOffers(db: Kysely<Tables>, { supplier, now, limit, tireId }: DueQuery): Promise<DueOffer[]> {
  const isOfTire = sql`(${designColumnsOf('t')}) = (select ${designColumns} from tires where id = ${tireId ?? null})`;
  const daysToWait = sql`case p.result
    when 'failed' then ${sql.lit(tryAgainDays.failed)} else ${sql.lit(tryAgainDays.others)} end`;
  const hasWaited = sql`p.tried_at < ${now}::timestamptz - make_interval(days => ${daysToWait})`;
  const isMissing = sql`(p.result in ('shown', 'spare') and shown.source is null)`;
  const isDue = sql`(p.result is null or ${hasWaited} or ${isMissing}) and last.ended_because is distinct from 'removed'`;
  const { rows } = await sql<DueOffer>`
    select p.supplier, p.supplier_sku, p.url, p.photo, p.etag, p.last_modified, ${designColumnsOf('t')}, shown.source is not null as "hasPhoto"
    from supplier_pictures p
    join tire_sources s using (supplier, supplier_sku)
    join tires t on t.id = s.tire_id
    left join lateral (
      -- 'manufacturer' and 'own' sort before 'supplier'
      select min(source) as source
      from tire_photos f where f.ended_at is null and ${haveSameDesign('f', 't')}
    ) shown on true
    left join lateral (
      select ended_because from tire_photos f where f.supplier = p.supplier and ${haveSameDesign('f', 't')}
      order by id desc limit 1
    ) last on true
    where p.supplier = ${supplier} and t.on_sale and coalesce(shown.source, 'supplier') = 'supplier'
      and not exists (select from picture_pins n where ${haveSameDesign('n', 't')})
      and ${tireId === undefined ? isDue : isOfTire}
    order by p.tried_at nulls first, t.manufacturer_id, t.model, p.supplier_sku
    limit ${limit}`.execute(db);
  return rows;
}

type Attempt = Partial<Pick<SupplierPictures, 'result' | 'reason' | 'photo' | 'etag' | 'last_modified'>>;

/** Columns that `attempt` does not name keep their values. */
export async function recordAttempt(
  db: Kysely<Tables>,
  { supplier, supplier_sku, url }: Pick<DueOffer, 'supplier' | 'supplier_sku' | 'url'>,
  attempt: Attempt & { tried_at: Date },
): Promise<void> {
  const columns = { ...attempt, ...(attempt.reason ? { reason: attempt.reason.slice(0, maxReasonLength) } : {}) };
  await db
    .updateTable('supplier_pictures')
    .set(columns)
    .where('supplier', '=', supplier)
    .where('supplier_sku', '=', supplier_sku)
    .where('url', '=', url)
    .execute();
}

export type OfferCounts = {
  supplier: string;
  result: SupplierPictures['result'] | 'dropped';
  reason: string | null;
  count: number;
};

/** Counts suppliers' pictures by result and reason. `result` null: not fetched yet. `dropped`: the owner has dropped the supplier's pictures, of which refused and failed ones keep their result. */
export async function countOffers(db: Kysely<Tables>): Promise<OfferCounts[]> {
  const { rows } = await sql<OfferCounts>`
    select supplier,
      case when d.supplier is not null and (p.result is null or p.result in ('shown', 'spare')) then 'dropped' else p.result end as result,
      p.reason, count(*)::integer as count
    from supplier_pictures p left join picture_drops d using (supplier)
    group by 1, 2, 3 order by 1, 2 nulls last, 4 desc, 3`.execute(db);
  return rows;
}
