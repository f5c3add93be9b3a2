import { openDatabase } from '../src/database/connect.server.ts';
import { catalogue as current, replaceInTurns } from '../src/shop/catalog/catalogue.server.ts';
import { loadCatalogue } from '../src/shop/catalog/load-catalogue.server.ts';
import { searchTires } from '../src/shop/catalog/search/search-tires.ts';
import { tireReader } from '../src/shop/catalog/tire-row.server.ts';
import { branches } from './filled-database.ts';
import { usedMegabytes } from './memory.ts';
import { rounded } from './results/figure.ts';
import type { queryMix } from './speed/query-mix.ts';

const warmUp = 500;
const rounds = 5_000;

/** Loads the catalogue of a database into this process in place of the current one. */
export async function takeIntoMemory(url: string): Promise<{ readMs: number; indexMs: number; megabytes: number }> {
  await replaceInTurns([], false);
  const db = openDatabase(url);
  const before = usedMegabytes();
  const started = performance.now();
  const loaded = await loadCatalogue(db, tireReader([...branches, 'supplier']));
  const read = performance.now();
  await replaceInTurns(loaded.tires, false);
  const indexed = performance.now();
  await db.close();
  loaded.tires = [];
  return { readMs: read - started, indexMs: indexed - read, megabytes: rounded(usedMegabytes() - before, 1) };
}

/** Milliseconds of filter, sort, page and facets for random queries of one kind. */
export function timeSearches(query: (typeof queryMix)[string]): number[] {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const search = query(current());
    const started = performance.now();
    searchTires(current(), search);
    if (round >= 0) times.push(performance.now() - started);
  }
  return times;
}
