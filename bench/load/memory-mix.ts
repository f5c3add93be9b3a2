import { setTimeout as wait } from 'node:timers/promises';
import { residentMegabytes } from '../resident.ts';
import type { Figure } from '../results/figure.ts';
import { median } from '../results/percentile.ts';
import { onBusyShop } from './busy-shop.ts';

/** Minutes after which the kept pages have taken all the memory that they may. */
const mostMinutes = 10;
const everySeconds = 2;

/** MB that a web process may have resident after the mix, by tires in the catalogue (docs/operating.md, Memory). */
const targets: Record<string, number> = { 6600: 250, 50000: 320 };

/** What a busy shop has resident with each of these catalogues: `6600,50000`. */
export async function memoryMix(catalogues: string, minutes: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const tires of catalogues.split(',').map(Number)) {
    if (!Number.isInteger(tires) || tires < 1) throw new Error(`--tires: ${catalogues} are no numbers of tires`);
    figures.push(await residentAfter(tires, Math.min(minutes, mostMinutes)));
  }
  return figures;
}

/** No collection is forced. The highest of the last minute counts, because what is resident falls with each collection. */
async function residentAfter(tires: number, minutes: number): Promise<Figure> {
  const samples: number[] = [];
  const { answers, failed, orders, imports } = await onBusyShop({ tires, minutes }, async ({ pid }) => {
    const end = performance.now() + minutes * 60_000;
    while (performance.now() < end) {
      await wait(everySeconds * 1000);
      samples.push(await residentMegabytes(pid));
    }
  });
  const last = samples.slice(-60 / everySeconds);
  const target = targets[tires];
  return {
    id: `load/memory: ${tires}`,
    what: `${tires.toLocaleString('en')} tires: resident after ${minutes} minutes of the soak's mix, highest of the last minute`,
    measured: Math.max(...last),
    unit: 'MB',
    ...(target !== undefined && { target: { atMost: target } }),
    beside: {
      'median MB of that minute': median(last),
      'max MB': Math.max(...samples),
      'pages and lists': answers,
      failed,
      orders: orders.length,
      imports,
    },
  };
}
