import { setTimeout as wait } from 'node:timers/promises';
import { residentMegabytes } from '../../memory.ts';
import { type Figure, rounded } from '../../results/figure.ts';
import { median } from '../../results/statistics.ts';
import { onBusyShop } from './busy-shop.ts';

/** The response cache is full earlier, so longer runs would not show more. */
const maxMinutes = 10;
const everySeconds = 2;

/** Target of resident memory in MB by tires in the catalogue (docs/operating.md, Memory). */
const targets: Record<string, number> = { 6600: 250, 50000: 320 };

/** Measures resident memory of a busy shop with each of these numbers of tires, such as `6600,50000`. */
export async function memoryMix(catalogues: string, minutes: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const tires of catalogues.split(',').map(Number)) {
    if (!Number.isInteger(tires) || tires < 1)
      throw new Error(`--tires: ${catalogues} is not a list of numbers above 0`);
    figures.push(await residentAfter(tires, Math.min(minutes, maxMinutes)));
  }
  return figures;
}

/** Measures resident memory without forced garbage collection, as the maximum of the last minute, because each collection lowers it. */
async function residentAfter(tires: number, minutes: number): Promise<Figure> {
  const samples: number[] = [];
  const { ok, failed, orders, imports } = await onBusyShop({ tires, minutes }, async ({ pid }) => {
    const end = performance.now() + minutes * 60_000;
    while (performance.now() < end) {
      await wait(everySeconds * 1000);
      samples.push(rounded(await residentMegabytes(pid), 0));
    }
  });
  const last = samples.slice(-60 / everySeconds);
  const target = targets[tires];
  return {
    id: `load/memory: ${tires}`,
    what: `${tires.toLocaleString('en')} tires: resident memory after ${minutes} minutes of the soak's mix, maximum of the last minute`,
    measured: Math.max(...last),
    unit: 'MB',
    ...(target !== undefined && { target: { atMost: target } }),
    beside: {
      'median MB of the last minute': median(last),
      'max MB': Math.max(...samples),
      'pages and lists': ok,
      failed,
      orders: orders.length,
      imports,
    },
  };
}
