import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CommandCost, costOf } from '../command-cost.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import { findTiresInStock, type LoadResult, loadDuring } from '../speed/steady-load.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { demonstrationList, newList, repriced } from './lists.ts';

const rows = 100_000;

/**
 * Imports 100,000 unknown rows, then the same list with every fifth price changed. Measures time and memory of the command, and
 * the latency of lists and orders while it runs beside the built shop.
 */
export const importing: Section = async ({ seconds }) => {
  const list = join(tmpdir(), `rehvipood-bench-${process.pid}.csv`);
  const figures: Figure[] = [];
  try {
    const original = await newList(rows);
    const lists: Lists = [
      ['new rows', original],
      ['every fifth price', repriced(original)],
    ];
    await onTemporaryDatabase(async (url, createDatabase) => {
      await costOf(url, ['import', demonstrationList]);
      for (const [name, text] of lists) {
        await writeFile(list, text);
        figures.push(...importFigures(name, await costOf(url, ['import', list])));
      }
      figures.push(...(await importWhileShopRuns(await createDatabase('with_shop'), list, lists, seconds)));
    });
  } finally {
    await rm(list, { force: true });
  }
  return figures;
};

type Lists = readonly (readonly [name: string, text: string])[];

async function importWhileShopRuns(url: string, list: string, lists: Lists, seconds: number): Promise<Figure[]> {
  await costOf(url, ['import', demonstrationList]);
  await using shop = await startShopOn(url);
  const tires = await findTiresInStock(shop.address);
  const figures: Figure[] = [];
  const measureWithoutImport = async (name: string) => {
    const { load } = await loadDuring(shop.address, tires, () => setTimeout(seconds * 1000));
    figures.push(...latencyFigures(`no import, ${name}`, load));
  };
  await measureWithoutImport('6,600 tires');
  for (const [name, text] of lists) {
    await writeFile(list, text);
    const { result, load } = await loadDuring(shop.address, tires, () => costOf(url, ['import', list]));
    figures.push(...latencyFigures(`import of ${name}`, load, { 'import s': rounded(result.seconds, 1) }));
  }
  await measureWithoutImport('106,600 tires');
  return figures;
}

function importFigures(name: string, { seconds, peakMb }: CommandCost): Figure[] {
  const what = `import of 100,000 rows, ${name}`;
  return [
    {
      id: `import/${name}: seconds`,
      what: `${what}: time`,
      measured: rounded(seconds, 1),
      unit: 's',
      target: { atMost: 10 },
      beside: { 'rows/s': Math.round(rows / seconds) },
    },
    {
      id: `import/${name}: memory`,
      what: `${what}: peak resident memory`,
      measured: peakMb,
      unit: 'MB',
      target: { atMost: 200 },
    },
  ];
}

function latencyFigures(name: string, latencies: LoadResult, more: Record<string, number> = {}): Figure[] {
  return Object.entries(latencies).map(([request, { median, p99, max, count, errors }]) => ({
    id: `import/${request}, ${name}`,
    what: `latency of ${request}, ${name}: p99`,
    measured: p99,
    unit: 'ms',
    beside: { 'median ms': median, 'max ms': max, answers: count, errors, ...more },
  }));
}
