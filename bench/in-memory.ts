import { openDatabase } from '../src/database/connect.server.ts';
import { openCatalogueStore } from '../src/shop/catalog/catalogue.server.ts';
import { loadCatalogue } from '../src/shop/catalog/load-catalogue.server.ts';
import { searchTires } from '../src/shop/catalog/search/search-tires.ts';
import { tireReader } from '../src/shop/catalog/tire-row.server.ts';
import { branches } from './filled-database.ts';
import { usedMegabytes } from './memory.ts';
import { rounded } from './results/figure.ts';
import type { queryMix } from './speed/query-mix.ts';

/** The catalogue in this process's memory. */
export const store = openCatalogueStore();

const warmUp = 500;
const rounds = 5_000;

/** Loads the catalogue of a database into this process in place of the current one. */
export async function loadIntoMemory(url: string): Promise<{ readMs: number; indexMs: number; megabytes: number }> {
  const demonstration = false;
  await store.replace([], demonstration);
  const db = openDatabase(url);
  const before = usedMegabytes();
  const started = performance.now();
  const loaded = await loadCatalogue(db, tireReader([...branches, 'supplier']));
  const read = performance.now();
  await store.replace(loaded.tires, demonstration);
  const indexed = performance.now();
  await db.close();
  loaded.tires = [];
  return { readMs: read - started, indexMs: indexed - read, megabytes: rounded(usedMegabytes() - before, 1) };
}

/** Runs random queries of one kind; returns the milliseconds that filter, sort, page and facets of each took. */
export function timeSearches(query: (typeof queryMix)[string]): number[] {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const search = query(store.current());
    const started = performance.now();
    searchTires(store.current(), search);
    if (round >= 0) times.push(performance.now() - started);
  }
  return times;
}
