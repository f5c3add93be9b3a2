import { fillWithTires } from './filled-database.ts';
import type { Figure } from './results/figure.ts';
import { spread } from './results/percentile.ts';
import { startShopOn } from './servers.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const tires = 50_000;
const warmUp = 300;
const pages = 1_000;

/** Server time of home pages that nobody has asked for before, with 24 tires each. */
export async function uncached(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    figures.push(
      ...uncachedFigures(await timeUncached(url, (turn) => `?treadWidth=&profile=&diameter=&season=&page=${turn}`)),
    );
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

function uncachedFigures({ render, compress }: Parts): Figure[] {
  const whole = spread(render.map((ms, at) => ms + (compress[at] ?? Number.NaN)));
  const what = `home page with 24 of ${tires.toLocaleString('en')} tires, made anew: server time, median`;
  const beside = {
    'p95 ms': whole.p95,
    'render median ms': spread(render).median,
    'compress median ms': spread(compress).median,
  };
  return [{ id: 'pages/uncached home', what, measured: whole.median, unit: 'ms', target: { atMost: 3 }, beside }];
}
