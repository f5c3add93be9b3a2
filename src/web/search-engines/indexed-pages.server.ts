import { crc32 } from 'node:zlib';
import type { Catalogue } from '../../shop/catalog/catalogue.ts';
import { listToUrl } from '../../shop/catalog/list/filter.ts';
import { sizesOnSale } from '../../shop/catalog/list/sizes-on-sale.ts';
import { type SeasonFilter, seasonFilterIds } from '../../shop/catalog/road/season.ts';
import { searchTires } from '../../shop/catalog/search/search-tires.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { catalogueContext } from '../document/catalogue-context.server.ts';
import { seasonSearch } from '../layout/season-search.ts';
import { href, indexedPages, type PageName, vehiclePath } from '../sitemap.ts';

export type LocalizedPaths = Record<Locale, string>;

export function staticPages(catalogue: Catalogue): LocalizedPaths[] {
  const seasons = searchesOfSeasonsOnSale(catalogue).map((search) => localizedPaths('index', search));
  const byCar = catalogue.hasVehicles ? [vehiclePaths] : [];
  return [...indexedPages.map((page) => localizedPaths(page)), ...byCar, ...seasons];
}

const vehiclePaths = Object.fromEntries(localeIds.map((locale) => [locale, vehiclePath(locale)])) as LocalizedPaths;

function searchesOfSeasonsOnSale(catalogue: Catalogue): string[] {
  const { seasonsInDefaultSize } = catalogueContext(catalogue);
  const hasTires = (season: SeasonFilter) =>
    searchTires(catalogue, { season, sort: 'price', limit: 1, offset: 0 }).total > 0;
  // A season without tires in the default size is listed in all sizes.
  return seasonFilterIds
    .filter((season) => seasonsInDefaultSize.includes(season) || hasTires(season))
    .map((season) => seasonSearch(season, seasonsInDefaultSize));
}

/** A sitemap may have 50,000 URLs. A size has at most nine lists, each in three languages. */
const maxSizes = 1_800;

/** Yields the lists of each size on sale: one of all seasons and one of each season, except those in `staticPages`. */
export function* sizePages(catalogue: Catalogue): Generator<LocalizedPaths> {
  const seasonPages = new Set(searchesOfSeasonsOnSale(catalogue));
  let sizeCount = 0;
  for (const { size, seasons } of sizesOnSale(catalogue)) {
    for (const season of [null, ...seasons]) {
      const search = listToUrl({ filter: { ...size, season } });
      if (!seasonPages.has(search)) yield localizedPaths('index', search);
    }
    sizeCount += 1;
    if (sizeCount === maxSizes) return;
  }
}

/** The average number per sitemap, which may have 50,000 URLs and 50 MB. A tire has three URLs of up to 1.5 kB. */
const tiresPerPart = 5_000;

export function tireSitemapCount({ tires }: Catalogue): number {
  return Math.ceil(tires.length / tiresPerPart);
}

/** Yields the tire pages of one part, counted from 1. The id determines the part, so that all processes agree. */
export function* tirePages(catalogue: Catalogue, part: number): Generator<LocalizedPaths> {
  const partCount = tireSitemapCount(catalogue);
  for (const { id } of catalogue.tires) {
    const isInPart = crc32(id) % partCount === part - 1;
    if (isInPart) yield localizedPaths('product', `?id=${id}`);
  }
}

function localizedPaths(page: PageName, search = ''): LocalizedPaths {
  return Object.fromEntries(localeIds.map((locale) => [locale, href(page, locale, search)])) as LocalizedPaths;
}
