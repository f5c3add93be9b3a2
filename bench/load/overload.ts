import { type Figure, rounded } from '../results/figure.ts';
import type { Offer } from './carry.ts';
import type { Offered } from './offer.ts';

const seconds = 8;
const capacitySeconds = 5;
const times = 10;

/** A page that everybody asks for, so often in a second beside all else. */
const keptPerSecond = 100;

/** What the shop does with ten times of what it can, ms and % as the page about load reasons them. */
const targets = {
  goodput: { atLeast: 70 },
  accepted: { atMost: 1_000 },
  refused: { atMost: 500 },
  none: { atMost: 0 },
};

/** How many a second are answered, with anything but a refusal for want of room. */
const accepted = ({ answered }: Offered, forSeconds: number) =>
  Object.entries(answered).reduce((sum, [status, { count }]) => sum + (status === '503' ? 0 : count), 0) / forSeconds;

const good = { made: '200', list: '200', kept: '200', order: '201' } as const;

/** First what the shop can, then ten times as much: pages made anew, orders, and both. */
export async function overload(offer: Offer): Promise<Figure[]> {
  await offer(
    capacitySeconds,
    { kind: 'made', atOnce: 4 },
    { kind: 'order', atOnce: 10 },
    { kind: 'kept', perSecond: 10 },
  );
  const [pagesAlone] = await offer(capacitySeconds, { kind: 'made', atOnce: 8 });
  const [ordersAlone] = await offer(capacitySeconds, { kind: 'order', atOnce: 50 });
  if (!pagesAlone || !ordersAlone) throw new Error('no answer of how much the shop can');
  const pages = accepted(pagesAlone, capacitySeconds);
  const orders = accepted(ordersAlone, capacitySeconds);
  const kept = { kind: 'kept', perSecond: keptPerSecond } as const;
  const manyPages = { kind: 'made', perSecond: times * pages } as const;
  const manyOrders = { kind: 'order', perSecond: times * orders } as const;
  const someOrders = { kind: 'order', perSecond: orders / 2 } as const;

  const figures: Figure[] = [];
  const run = async (
    name: string,
    asked: Parameters<Offer>[1][],
    capacity: Partial<Record<Offered['kind'], number>>,
  ) => {
    for (const one of await offer(seconds, ...asked)) figures.push(...figuresOf(name, one, capacity[one.kind]));
  };
  await run('ten times the pages', [manyPages, kept], { made: pages });
  await run('ten times the orders', [manyOrders, kept], { order: orders });
  // Buying goes before browsing: all that is asked for here can be had.
  await run('ten times the pages, and orders', [manyPages, someOrders, kept], { order: orders / 2 });
  await run('ten times the pages and the orders', [manyPages, manyOrders, kept], {});
  return figures;
}

const names = { made: 'pages made anew', list: 'lists', kept: 'kept page', order: 'orders' };

/** `capacity`: what the shop can of it in a second, where all of that is asked of it now. */
function figuresOf(name: string, offered: Offered, capacity: number | undefined): Figure[] {
  const { kind, answered, failed } = offered;
  const [yes, no] = [answered[good[kind]], answered['503']];
  const rate = accepted(offered, seconds);
  const figure = (id: string, what: string, more: Pick<Figure, 'measured' | 'unit' | 'target' | 'beside'>): Figure => ({
    id: `load/${name}: ${kind} ${id}`,
    what: `${name}: ${names[kind]}, ${what}`,
    ...more,
  });
  const figures = [
    figure('ms', kind === 'kept' ? 'p99' : 'p99 of what is accepted', {
      measured: yes?.ms.p99 ?? Number.NaN,
      unit: 'ms',
      target: targets.accepted,
      beside: {
        'median ms': yes?.ms.median ?? Number.NaN,
        'offered/s': Math.round(offered.offered / seconds),
        'accepted/s': Math.round(rate),
      },
    }),
    figure('failed', 'without an answer', { measured: failed, unit: 'requests', target: targets.none }),
  ];
  if (capacity !== undefined) {
    figures.push(
      figure('goodput', 'accepted, of what the shop can', {
        measured: rounded((100 * rate) / capacity, 1),
        unit: '%',
        target: targets.goodput,
        beside: { 'the shop can, /s': Math.round(capacity) },
      }),
    );
  }
  if (kind === 'kept') {
    figures.push(figure('refused', 'refused', { measured: no?.count ?? 0, unit: 'requests', target: targets.none }));
  } else if (no) {
    const beside = { 'median ms': no.ms.median, 'refused/s': Math.round(no.count / seconds) };
    figures.push(
      figure('refusals', 'p99 of refusals', { measured: no.ms.p99, unit: 'ms', target: targets.refused, beside }),
    );
  }
  return figures;
}
