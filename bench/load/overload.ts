import type { Figure } from '../results/figure.ts';
import type { Offer } from './carry.ts';
import type { Stream } from './offer.ts';
import { acceptedPerSecond, type Due, overloadFigures } from './overload-figures.ts';

const seconds = 8;
const capacitySeconds = 5;
const times = 10;

/** A page that everybody asks for, so often in a second beside all else. */
const kept = { kind: 'kept', perSecond: 100 } as const;

/** First what the shop can, then ten times as much: pages made anew, orders, and both. */
export async function overload(offer: Offer): Promise<Figure[]> {
  await offer(
    capacitySeconds,
    { kind: 'made', atOnce: 4 },
    { kind: 'order', atOnce: 10 },
    { kind: 'kept', perSecond: 10 },
  );
  const able = async (kind: 'made' | 'order', atOnce: number) => {
    const [alone] = await offer(capacitySeconds, { kind, atOnce });
    return alone ? acceptedPerSecond(alone, capacitySeconds) : Number.NaN;
  };
  const pages = await able('made', 8);
  const orders = await able('order', 40);
  const manyPages = { kind: 'made', perSecond: times * pages } as const;
  const manyOrders = { kind: 'order', perSecond: times * orders } as const;

  const figures: Figure[] = [];
  const run = async (name: string, asked: Stream[], due: Due = {}) => {
    for (const one of await offer(seconds, ...asked))
      figures.push(...overloadFigures(name, one, seconds, due[one.kind]));
  };
  const most = { atLeast: 70 };
  await run('ten times the pages', [manyPages, kept], { made: { perSecond: pages, target: most } });
  await run('ten times the orders', [manyOrders, kept], { order: { perSecond: orders, target: most } });
  // Buying goes before browsing: all that is asked for here can be had.
  const some = { kind: 'order', perSecond: orders / 2 } as const;
  const all = { perSecond: orders / 2, target: { atLeast: 95 } };
  await run('ten times the pages, and orders', [manyPages, some, kept], { order: all });
  // Who can so many pages or so many orders in a second can half as many of both.
  const halfOf = ({ kind, perSecond }: typeof manyPages | typeof manyOrders) =>
    ({ kind, perSecond: perSecond / 2 }) as const;
  await run('ten times of both', [halfOf(manyPages), halfOf(manyOrders), kept]);
  return figures;
}
