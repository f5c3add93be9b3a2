import { fillWithTires } from '../filled-database.ts';
import type { Figure } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const tires = 50_000;
const warmUp = 300;
const pages = 1_000;

/** The query of a home page without the default size. */
export const allTires = '?treadWidth=&profile=&diameter=&season=';

/** Measures the server time of home pages at URLs that were not requested before. */
export function uncached(): Promise<Figure> {
  return onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    return uncachedFigure(await timeUncached(url, (turn) => `${allTires}&page=${turn}`));
  });
}

export type Parts = { render: number[]; compress: number[] };

/** Times in ms from `Server-Timing` of pages requested one after another. `query` returns a different query string each turn. */
export async function timeUncached(url: string, query: (turn: number) => string): Promise<Parts> {
  await using shop = await startShopOn(url);
  const parts: Parts = { render: [], compress: [] };
  for (let turn = 1; turn <= warmUp + pages; turn += 1) {
    const timing = await timingOf(`${shop.address}/en${query(turn)}`);
    if (turn <= warmUp) continue;
    parts.render.push(timing('render'));
    parts.compress.push(timing('compress'));
  }
  return parts;
}

async function timingOf(address: string): Promise<(part: string) => number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } });
  await answer.arrayBuffer();
  const header = answer.headers.get('server-timing') ?? '';
  return (part) => {
    const ms = new RegExp(`\\b${part};dur=([\\d.]+)`).exec(header)?.[1];
    if (answer.status !== 200 || ms === undefined)
      throw new Error(`${address}: ${answer.status}, no time of ${part} in Server-Timing: ${header}`);
    return Number(ms);
  };
}

/** Measures the time of the main thread, because other requests wait for it. Compression runs concurrently. */
function uncachedFigure({ render, compress }: Parts): Figure {
  const { median, p95 } = spread(render);
  return {
    id: 'pages/made anew, of tires never shown',
    what: `uncached home page, 24 of ${tires.toLocaleString('en')} tires: server time, median`,
    measured: median,
    unit: 'ms',
    target: { atMost: 3 },
    beside: { 'p95 ms': p95, 'compression, median ms': spread(compress).median },
  };
}
