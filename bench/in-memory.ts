import { openDatabase } from '../src/database/connect.server.ts';
import { catalogue as current, replaceInTurns } from '../src/shop/catalog/catalogue.server.ts';
import { loadCatalogue } from '../src/shop/catalog/load-catalogue.server.ts';
import { searchTires } from '../src/shop/catalog/search/search-tires.ts';
import { productReader } from '../src/shop/catalog/tire-row.server.ts';
import { branches } from './filled-database.ts';
import { usedMegabytes } from './memory.ts';
import type { queryMix } from './query-mix.ts';
import { rounded } from './results/figure.ts';

const warmUp = 500;
const rounds = 5_000;

/** Takes the catalogue of a database into this process's memory, in place of what is there. */
export async function takeIntoMemory(url: string): Promise<{ readMs: number; indexMs: number; megabytes: number }> {
  await replaceInTurns([], false);
  const db = openDatabase(url);
  const before = usedMegabytes();
  const begun = performance.now();
  const loaded = await loadCatalogue(db, productReader([...branches, 'supplier']));
  const read = performance.now();
  await replaceInTurns(loaded.tires, false);
  const indexed = performance.now();
  await db.close();
  loaded.tires = [];
  return { readMs: read - begun, indexMs: indexed - read, megabytes: rounded(usedMegabytes() - before, 1) };
}

/** Milliseconds of filter, sort, page and facets in memory, each time for another query of the kind. */
export function timeSearches(query: (typeof queryMix)[string]): number[] {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const asked = query(current());
    const begun = performance.now();
    searchTires(current(), asked);
    if (round >= 0) times.push(performance.now() - begun);
  }
  return times;
}
