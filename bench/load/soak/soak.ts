import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Figure, rounded } from '../../results/figure.ts';
import { slope } from '../../results/statistics.ts';
import { type BusyDay, onBusyShop } from './busy-shop.ts';
import type { Memory } from './report-memory.ts';

const tires = 6_000;
const everySeconds = 30;
const nodeOptions = ['--expose-gc', '--import', join(import.meta.dirname, 'report-memory.ts')];

type Sample = { minutes: number; memory: Memory };

/** Simulates a busy day in `minutes` and samples memory after garbage collection. The slope over the second half has the target. */
export async function soak(minutes: number): Promise<Figure[]> {
  const samples: Sample[] = [];
  const day = await onBusyShop({ tires, minutes, nodeOptions }, async (shop) => {
    const began = performance.now();
    while (performance.now() - began < minutes * 60_000) {
      await wait(everySeconds * 1000);
      shop.process.send({});
      const [memory] = (await once(shop.process, 'message')) as [Memory];
      samples.push({ minutes: (performance.now() - began) / 60_000, memory });
      console.log(line(samples.at(-1)));
    }
  });
  return figuresOf(minutes, samples, day);
}

const megabytes = (bytes: number) => rounded(bytes / 2 ** 20, 1);

function line(sample: Sample | undefined): string {
  if (!sample) return '';
  const { rss, heapUsed, external } = sample.memory;
  return `after ${sample.minutes.toFixed(1)} min: ${megabytes(rss)} MB resident, heap ${megabytes(heapUsed)}, buffers ${megabytes(external)}`;
}

function figuresOf(minutes: number, samples: readonly Sample[], day: BusyDay): Figure[] {
  const { lost, oversold, mails, imports, ok, refused, failed, paid, orders } = day;
  const secondHalf = samples.slice(Math.floor(samples.length / 2));
  const growth = (kind: keyof Memory) =>
    rounded(slope(secondHalf.map(({ minutes, memory }) => ({ x: minutes, y: memory[kind] / 2 ** 20 }))), 2);
  const last = samples.at(-1)?.memory;
  const beside = {
    'resident MB at the end': megabytes(last?.rss ?? 0),
    'heap, MB/min': growth('heapUsed'),
    'buffers, MB/min': growth('external'),
    'pages and lists': ok,
    refused,
    orders: orders.length,
    paid,
    mails,
    imports,
  };
  const none = { target: { atMost: 0 } };
  return [
    {
      id: 'load/soak: slope',
      what: `soak of ${minutes} minutes: growth of resident memory after garbage collection, second half`,
      measured: growth('rss'),
      unit: 'MB/min',
      target: { atMost: 1 },
      beside,
    },
    {
      id: 'load/soak: failed',
      what: 'soak: pages and lists without an answer',
      measured: failed,
      unit: 'answers',
      ...none,
    },
    {
      id: 'load/soak: lost',
      what: 'soak: confirmed orders lost',
      measured: lost,
      unit: 'orders',
      ...none,
    },
    { id: 'load/soak: oversold', what: 'soak: pieces oversold', measured: oversold, unit: 'pieces', ...none },
  ];
}
