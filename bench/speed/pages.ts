import type { Figure, Section } from '../results/figure.ts';
import { startShopProcess } from '../servers.ts';
import { compareWithFloor } from './compare-with-floor.ts';
import { findTiresInStock } from './steady-load.ts';
import { uncached } from './uncached.ts';

/** Measures cached pages in % of the floor, and the server time of uncached pages. */
export const pages: Section = async ({ seconds }) => [...(await cachedPages(seconds)), await uncached()];

async function cachedPages(seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  await using shop = await startShopProcess();
  const [tire] = await findTiresInStock(shop.address);
  const cached = [
    ['home', '', ''],
    ['filtered list', '', '?season=summer&diameter=17'],
    ['product', '/product', `?id=${tire?.id}`],
    ['faq', '/faq', ''],
  ] as const;
  for (const [name, path, query] of cached) {
    for (const [language, prefix] of [
      ['en', '/en'],
      ['et', ''],
    ] as const) {
      const request = { path: `${`${prefix}${path}` || '/'}${query}`, seconds, language };
      const what = `cached page: ${name}, URL ${prefix ? 'with' : 'without'} a language`;
      figures.push(await compareWithFloor(shop, { ...request, id: `pages/${name} ${language}`, what }));
    }
  }
  return figures;
}
