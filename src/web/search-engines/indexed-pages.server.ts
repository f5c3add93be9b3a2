import { crc32 } from 'node:zlib';
import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { listFromUrl, listToQuery, listToUrl } from '../../shop/catalog/filter.ts';
import { searchTires } from '../../shop/catalog/search/search-tires.ts';
import { type SeasonFilter, seasonIds } from '../../shop/catalog/season.ts';
import { sizesOnSale } from '../../shop/catalog/sizes-on-sale.ts';
import { localeIds } from '../../shop/locale.ts';
import { catalogueContext } from '../catalogue-context.server.ts';
import { seasonSearch } from '../season-search.ts';
import { href, indexedPages, type PageName } from '../sitemap.ts';
import type { Variants } from './sitemap-xml.ts';

/** Pages that stand without a tire of their own: each page for search engines, and each season that has tires. */
export function standingPages(): Variants[] {
  return [...indexedPages.map((page) => variants(page)), ...seasonsOnSale().map((search) => variants('index', search))];
}

function seasonsOnSale(): string[] {
  const { seasonsInDefaultSize } = catalogueContext();
  const hasTires = (season: SeasonFilter, search: string) =>
    searchTires(
      catalogue(),
      listToQuery(listFromUrl(new URLSearchParams(search), season, { makers: [], branches: [] })),
    ).total > 0;
  return seasonIds.flatMap((season) => {
    const inDefaultSize = seasonsInDefaultSize.includes(season);
    const search = seasonSearch(season, inDefaultSize);
    return inDefaultSize || hasTires(season, search) ? [search] : [];
  });
}

/** Sizes that fit into one sitemap with all their seasons and languages, far more than are made. */
const mostSizes = 1_800;

/** The list of each size that has tires, of every season and of each; what stands among the seasons does not stand here again. */
export function* sizePages(): Generator<Variants> {
  const seasonPages = new Set(seasonsOnSale());
  let sizes = 0;
  for (const { size, seasons } of sizesOnSale(catalogue())) {
    for (const season of [null, ...seasons]) {
      const search = listToUrl({ filter: { ...size, season, manufacturer: null } });
      if (!seasonPages.has(search)) yield variants('index', search);
    }
    sizes += 1;
    if (sizes === mostSizes) return;
  }
}

/**
 * Tires to one sitemap, on average. Each is three URLs of up to 1.5 kB with their variants, and a sitemap may hold
 * 50,000 URLs and 50 MB: there is room for what chance puts into one.
 */
const tiresPerPart = 5_000;

/** How many sitemaps the tires take. */
export function tireParts(count = catalogue().tires.length): number {
  return Math.ceil(count / tiresPerPart);
}

/**
 * The pages of the tires in one of these parts, from 1. The id alone says which part, so every process of the shop
 * deals them alike, in whatever order its catalogue stands.
 */
export function* tirePages(part: number): Generator<Variants> {
  const { tires } = catalogue();
  const parts = tireParts(tires.length);
  for (const { id } of tires) if (crc32(id) % parts === part - 1) yield variants('product', `?id=${id}`);
}

function variants(page: PageName, search = ''): Variants {
  return Object.fromEntries(localeIds.map((locale) => [locale, href(page, locale, search)])) as Variants;
}
