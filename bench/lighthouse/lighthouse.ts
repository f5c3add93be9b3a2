import { type Locale, locales, localizedPath } from '../../src/shop/locale.ts';
import { freePort } from '../../test/support/server/free-port.ts';
import type { Figure, Section } from '../results/figure.ts';
import { median } from '../results/statistics.ts';
import { startShopProcess } from '../servers.ts';
import { findTiresInStock } from '../speed/steady-load.ts';
import { ensureLighthouse, type Report, runLighthouse } from './run-lighthouse.ts';

const runs = 3;

/** Measures Lighthouse's four scores of each page, as medians of three runs. */
export const lighthouse: Section = async () => {
  const command = await ensureLighthouse();
  // Lighthouse follows the canonical URL of a page, so it must be the shop's own.
  const port = await freePort();
  await using shop = await startShopProcess({
    PORT: `${port}`,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const [tire] = await findTiresInStock(shop.address);
  const pages: [name: string, path: string, language: Locale][] = [
    ['home', '/', 'ee'],
    ['home', '/', 'en'],
    ['home', '/', 'ru'],
    ['product', `/product?id=${tire?.id}`, 'en'],
    ['cart', '/cart', 'ru'],
    ['faq', '/faq', 'ee'],
  ];
  const figures: Figure[] = [];
  for (const [name, path, language] of pages) {
    const url = shop.address + localizedPath(path, language);
    const reports: Report[] = [];
    for (let turn = 0; turn < runs; turn += 1)
      reports.push(await runLighthouse(command, url, locales[language].language));
    console.log(`${name} ${language}:`, ...reports.map(({ scores, lost }) => ({ ...scores, lost })));
    figures.push(...scoreFigures(`${name} ${language}`, reports));
  }
  return figures;
};

function scoreFigures(page: string, reports: readonly Report[]): Figure[] {
  return Object.keys(reports[0]?.scores ?? {}).map((category) => {
    const scores = reports.map((report) => report.scores[category] ?? Number.NaN);
    return {
      id: `lighthouse/${page} ${category}`,
      what: `${page}: ${category}`,
      measured: median(scores),
      unit: 'points',
      target: { atLeast: 100 },
      beside: { least: Math.min(...scores), most: Math.max(...scores) },
    };
  });
}
