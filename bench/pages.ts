import { besideFloor } from './beside-floor.ts';
import type { Section } from './options.ts';
import type { Figure } from './results/figure.ts';
import { startShopProcess } from './servers.ts';
import { plentiful } from './steady-load.ts';
import { uncached } from './uncached.ts';

/** Pages that are kept, beside their floor, and one that is made for its request. */
export const pages: Section = async ({ seconds }) => {
  const figures: Figure[] = [];
  const shop = await startShopProcess();
  try {
    const [tire] = await plentiful(shop.address);
    const kept = [
      ['home', '', ''],
      ['filtered list', '', '?season=summer&diameter=17'],
      ['product', '/product', `?id=${tire?.id}`],
      ['faq', '/faq', ''],
    ] as const;
    for (const [name, path, query] of kept) {
      for (const [language, prefix] of [
        ['en', '/en'],
        ['et', ''],
      ] as const) {
        const asked = { path: `${`${prefix}${path}` || '/'}${query}`, seconds, language };
        const what = `kept page: ${name}, ${prefix ? 'with' : 'without'} a language in its address`;
        figures.push(await besideFloor(shop, { ...asked, id: `pages/${name} ${language}`, what }));
      }
    }
  } finally {
    await shop.stop();
  }
  return [...figures, ...(await uncached())];
};
