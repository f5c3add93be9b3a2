import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { loadTires } from '../load-catalogue.server.ts';
import { labelExemption } from '../tire/label.ts';
import { tireReader } from '../tire-row.server.ts';
import type { AskContext } from './ask-eprel.server.ts';
import { lockAndCheckConfirmed } from './choose-registration.server.ts';
import { parseJson } from './fetch-product.server.ts';
import { matchProducts } from './match-product.ts';
import { type EprelProduct, productText, readHits } from './read-product.ts';

const hitsPerPage = 100;
const maxPages = 5;
const maxSearchBytes = 4 * 1024 * 1024;

/** Stored as `hits` of a search that failed, which is repeated earlier than others. */
export const failedSearchHits = -1;

/** Searches for a tire's registration. Stores a sure match as proposed, others as pending for a person to compare. */
export async function searchRegistration(context: AskContext, tireId: string): Promise<void> {
  const { db, now } = context;
  const { tires } = await loadTires({ kysely: db }, tireReader(), [tireId]);
  const tire = tires[0];
  if (!tire) return;
  const isInEprel = labelExemption(tire) === null;
  const products = isInEprel ? await searchAllPages(context, tire.manufacturer.label, sizeInEprel(tire.size.text)) : [];
  if (products === 'refused') return;
  if (products === 'failed') return recordSearch(db, { tire_id: tireId, at: now(), hits: failedSearchHits });
  const { proposed, pending } = matchProducts(tire, products);
  const matches = proposed ? [proposed] : pending;
  const state = proposed ? ('proposed' as const) : ('pending' as const);
  await db.transaction().execute(async (trx) => {
    if (await lockAndCheckConfirmed(trx, tireId)) return;
    await recordSearch(trx, { tire_id: tireId, at: now(), hits: matches.length });
    for (const { id, facts } of matches) {
      await trx
        .insertInto('eprel_matches')
        .values({ tire_id: tireId, eprel_id: id, state, says: productText(facts), at: now(), actor: 'shop' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** `hits`: the number of registrations of the same tire, or `failedSearchHits`. */
async function recordSearch(db: Kysely<Tables>, row: { tire_id: string; at: Date; hits: number }): Promise<void> {
  await db
    .insertInto('eprel_searches')
    .values(row)
    .onConflict((conflict) => conflict.column('tire_id').doUpdateSet(row))
    .execute();
}

/** EPREL compares the size without blanks, and writes `225/45R17` also for tires whose sidewall says `225/45 ZR17`. */
function sizeInEprel(text: string): string {
  return text.replaceAll(' ', '').replace(/ZR|RF/, 'R');
}

/** Returns no product if more are found than the shop reads: the right one may be missing. `refused`: EPREL refused a call, so searches pause (`ask-eprel.server.ts`). */
async function searchAllPages(
  context: AskContext,
  manufacturer: string,
  size: string,
): Promise<EprelProduct[] | 'refused' | 'failed'> {
  const products: EprelProduct[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const query = new URLSearchParams({ supplierOrTrademark: manufacturer, sizeDesignation: size });
    const path = `/api/products/tyres?${query}&_page=${page}&_limit=${hitsPerPage}`;
    const answer = await context.get('search', path, { maxBytes: maxSearchBytes });
    if (answer.result === 'refused') return 'refused';
    if (answer.result === 'failed') return 'failed';
    const hits = answer.result === 'found' ? readHits(parseJson(answer.bytes)) : null;
    if (!hits) {
      context.reportFailure({ path, reason: 'the answer is no list of registrations' });
      return 'failed';
    }
    products.push(...hits.products);
    if (page * hitsPerPage >= hits.total) return products;
  }
  return [];
}
