import { type Figure, rounded, type Target } from '../results/figure.ts';
import type { SendLoad } from './clients/loaded-shop.ts';
import type { Kind } from './clients/requests.ts';
import type { Stream, StreamResult } from './clients/send-load.ts';

const seconds = 8;
const capacitySeconds = 5;
const factor = 10;

const cachedPages = { kind: 'cached', perSecond: 100 } as const;

/** The rate that counts as 100 %, and the share of it that must be accepted, by kind of request. */
type Goodput = Partial<Record<Kind, { perSecond: number; target: Target }>>;

const p99Target = { atMost: 1_000 };
const refusalMedianTarget = { atMost: 50 };
const zeroTarget = { atMost: 0 };

const names = { uncached: 'uncached pages', list: 'lists', cached: 'cached page', order: 'orders' };
const successStatus = { uncached: '200', list: '200', cached: '200', order: '201' } as const;

/** Measures the capacity, then offers ten times as much: pages, orders, and both. */
export async function overload(sendLoad: SendLoad): Promise<Figure[]> {
  // A warm-up, whose results are not used.
  await sendLoad(
    capacitySeconds,
    { kind: 'uncached', atOnce: 4 },
    { kind: 'order', atOnce: 10 },
    { kind: 'cached', perSecond: 10 },
  );
  const capacityOf = async (kind: 'uncached' | 'order', atOnce: number) => {
    const [result] = await sendLoad(capacitySeconds, { kind, atOnce });
    return result ? acceptedPerSecond(result, capacitySeconds) : Number.NaN;
  };
  const pages = await capacityOf('uncached', 8);
  const orders = await capacityOf('order', 40);
  const manyPages = { kind: 'uncached', perSecond: factor * pages } as const;
  const manyOrders = { kind: 'order', perSecond: factor * orders } as const;

  const figures: Figure[] = [];
  const run = async (name: string, streams: Stream[], goodput: Goodput = {}) => {
    for (const result of await sendLoad(seconds, ...streams))
      figures.push(...overloadFigures(name, result, seconds, goodput[result.kind]));
  };
  const acceptedTarget = { atLeast: 70 };
  await run('10 × pages', [manyPages, cachedPages], { uncached: { perSecond: pages, target: acceptedTarget } });
  await run('10 × orders', [manyOrders, cachedPages], { order: { perSecond: orders, target: acceptedTarget } });
  // Orders have priority over pages, so half the capacity of orders must be accepted.
  const halfOrders = { kind: 'order', perSecond: orders / 2 } as const;
  const almostAll = { perSecond: orders / 2, target: { atLeast: 95 } };
  await run('10 × pages, with orders', [manyPages, halfOrders, cachedPages], { order: almostAll });
  // Pages and orders share the process: half of each load together is ten times its capacity.
  const halfOf = ({ kind, perSecond }: typeof manyPages | typeof manyOrders) =>
    ({ kind, perSecond: perSecond / 2 }) as const;
  await run('10 × both', [halfOf(manyPages), halfOf(manyOrders), cachedPages]);
  return figures;
}

/** Returns the rate of answers other than 503. */
function acceptedPerSecond({ answered }: StreamResult, seconds: number): number {
  const all = Object.entries(answered).map(([status, { count }]) => (status === '503' ? 0 : count));
  return all.reduce((sum, count) => sum + count, 0) / seconds;
}

function overloadFigures(run: string, result: StreamResult, seconds: number, goodput: Goodput[Kind]): Figure[] {
  const { kind, offered, answered, failed } = result;
  const [success, refusal] = [answered[successStatus[kind]], answered['503']];
  const rate = acceptedPerSecond(result, seconds);
  const figure = (id: string, what: string, more: Pick<Figure, 'measured' | 'unit' | 'target' | 'beside'>): Figure => ({
    id: `load/${run}: ${kind} ${id}`,
    what: `${run}: ${names[kind]}, ${what}`,
    ...more,
  });
  const figures = [
    figure('ms', kind === 'cached' ? 'p99' : 'p99 of accepted requests', {
      measured: success?.ms.p99 ?? Number.NaN,
      unit: 'ms',
      target: p99Target,
      beside: {
        'median ms': success?.ms.median ?? Number.NaN,
        'offered/s': Math.round(offered / seconds),
        'accepted/s': Math.round(rate),
      },
    }),
    figure('failed', 'without an answer', { measured: failed, unit: 'requests', target: zeroTarget }),
  ];
  if (goodput) {
    figures.push(
      figure('goodput', 'accepted share', {
        measured: rounded((100 * rate) / goodput.perSecond, 1),
        unit: '%',
        target: goodput.target,
        beside: { '100 % in requests/s': Math.round(goodput.perSecond) },
      }),
    );
  }
  if (kind === 'cached') {
    figures.push(figure('refused', 'refused', { measured: refusal?.count ?? 0, unit: 'requests', target: zeroTarget }));
  } else if (refusal) {
    const { median, p99 } = refusal.ms;
    const beside = { 'refused/s': Math.round(refusal.count / seconds) };
    figures.push(
      figure('refusals', 'median of refusals', { measured: median, unit: 'ms', target: refusalMedianTarget, beside }),
      figure('refusals, p99', 'p99 of refusals', { measured: p99, unit: 'ms', target: p99Target }),
    );
  }
  return figures;
}
