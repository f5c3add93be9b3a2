import { branches, fillWithTires } from '../filled-database.ts';
import { loadIntoMemory, store, timeSearches } from '../in-memory.ts';
import type { Figure, Section } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { pick, queryMix } from './query-mix.ts';

/** Only these queries have a target. */
const queriesWithTarget = ['no filter', 'one manufacturer', 'three manufacturers', 'a price range', 'all five'];
const tires = 100_000;
const sales = 500;
const sizeText = `${tires.toLocaleString('en')} tires`;

/** Measures filter and facets in memory, the memory of the catalogue, and the cost of a sale. */
export const catalogue: Section = () =>
  onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    const { readMs, indexMs, megabytes } = await loadIntoMemory(url);
    return [
      ...Object.entries(queryMix).map(([name, query]) => searchFigure(name, timeSearches(query))),
      p99Figure('sale', `selling out or restocking a tire, ${sizeText}: p99`, await timeSales()),
      {
        id: 'catalogue/memory',
        what: `${sizeText} in memory`,
        measured: megabytes,
        unit: 'MB',
        target: { atMost: 150 },
        beside: { 'read ms': Math.round(readMs), 'index ms': Math.round(indexMs) },
      },
    ];
  });

function searchFigure(name: string, times: number[]): Figure {
  const figure = p99Figure(name, `filter, sort, page and facets, ${sizeText}, ${name}: p99`, times);
  return queriesWithTarget.includes(name) ? { ...figure, target: { atMost: 1 } } : figure;
}

function p99Figure(name: string, what: string, times: number[]): Figure {
  const { median, p99, max } = spread(times);
  return { id: `catalogue/${name}`, what, measured: p99, unit: 'ms', beside: { 'median ms': median, 'max ms': max } };
}

async function timeSales(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < sales; round += 1) {
    const tire = pick(store.current().tires);
    const stock = tire.available > 0 ? [] : [{ branch: branches[0], count: 4, leadDays: 0 }];
    const started = performance.now();
    await store.change([tire.id], [{ ...tire, stock, available: tire.available > 0 ? 0 : 4 }]);
    times.push(performance.now() - started);
  }
  return times;
}
