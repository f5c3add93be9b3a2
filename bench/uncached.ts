import { fillWithTires } from './filled-database.ts';
import type { Figure } from './results/figure.ts';
import { spread } from './results/percentile.ts';
import { startShopOn } from './servers.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const tires = 50_000;
const warmUp = 300;
const pages = 1_000;

const every = '?treadWidth=&profile=&diameter=&season=';

/**
 * Two kinds of home pages that are made for the request, with 24 tires each: after a change of the catalogue its tires have
 * been shown before; at first, or to who pages on and on, none of them has.
 */
const kinds = {
  'of tires that other lists have shown': (turn: number) => `${every}&page=${1 + (turn % 20)}&priceTo=${9_999 - turn}`,
  'of tires never shown': (turn: number) => `${every}&page=${turn}`,
};

/** Server time of home pages at addresses that nobody has asked for before. */
export async function uncached(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    for (const [kind, query] of Object.entries(kinds))
      figures.push(uncachedFigure(kind, await timeUncached(url, query)));
  });
  return figures;
}

export type Parts = { render: number[]; compress: number[] };

/**
 * What the shop itself says in `Server-Timing` of pages made one after another, in ms, on a database that is filled.
 * `query` of a home page for each turn, never the same twice.
 */
export async function timeUncached(url: string, query: (turn: number) => string): Promise<Parts> {
  const shop = await startShopOn(url);
  try {
    const parts: Parts = { render: [], compress: [] };
    for (let turn = 1; turn <= warmUp + pages; turn += 1) {
      const timing = await askedOnce(`${shop.address}/en${query(turn)}`);
      if (turn <= warmUp) continue;
      parts.render.push(timing('render'));
      parts.compress.push(timing('compress'));
    }
    return parts;
  } finally {
    await shop.stop();
  }
}

async function askedOnce(address: string): Promise<(part: string) => number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br', 'accept-language': 'en' } });
  await answer.arrayBuffer();
  const said = answer.headers.get('server-timing') ?? '';
  return (part) => {
    const ms = new RegExp(`\\b${part};dur=([\\d.]+)`).exec(said)?.[1];
    if (answer.status !== 200 || ms === undefined)
      throw new Error(`${address}: ${answer.status}, no time of ${part} in Server-Timing: ${said}`);
    return Number(ms);
  };
}

/** What is measured is what others wait for: the thread that answers. Compression runs beside it. */
function uncachedFigure(kind: string, { render, compress }: Parts): Figure {
  const { median, p95 } = spread(render);
  return {
    id: `pages/made anew, ${kind}`,
    what: `home page with 24 of ${tires.toLocaleString('en')} tires, made anew, ${kind}: server time, median`,
    measured: median,
    unit: 'ms',
    target: { atMost: 3 },
    beside: { 'p95 ms': p95, 'compression beside, median ms': spread(compress).median },
  };
}
