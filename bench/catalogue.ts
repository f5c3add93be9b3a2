import { openDatabase } from '../src/database/connect.server.ts';
import { changeTires, catalogue as current, replaceInTurns } from '../src/shop/catalog/catalogue.server.ts';
import { loadCatalogue } from '../src/shop/catalog/load-catalogue.server.ts';
import { searchTires } from '../src/shop/catalog/search/search-tires.ts';
import { productReader } from '../src/shop/catalog/tire-row.server.ts';
import { branches, fillWithTires } from './filled-database.ts';
import { usedMegabytes } from './memory.ts';
import { pick, queryMix } from './query-mix.ts';
import { timeStart } from './start-time.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const tires = 100_000;
const tiresAtStart = 50_000;
const warmUp = 500;
const rounds = 5_000;

/** Design, section 7: filter and facets in memory over the mix named there, memory, what a sale costs, and the start. */
export async function catalogue(): Promise<void> {
  await onTemporaryDatabase(async (url, another) => {
    await fillWithTires(url, tires);
    await inMemory(url);
    const smaller = await another('smaller');
    await fillWithTires(smaller, tiresAtStart);
    const { seconds, megabytes } = await timeStart(smaller);
    console.log(
      `\nStart with ${tiresAtStart} tires, database up: open after ${seconds.toFixed(2)} s, ${megabytes} MB resident (targets: 2 s, 250 MB).`,
    );
  });
}

async function inMemory(url: string) {
  const db = openDatabase(url);
  const before = usedMegabytes();
  const begun = performance.now();
  const loaded = await loadCatalogue(db, productReader([...branches, 'supplier']));
  const read = performance.now();
  await replaceInTurns(loaded.tires, false);
  const indexed = performance.now();
  await db.close();
  loaded.tires = [];
  console.log(
    `\n${current().tires.length} tires: read in ${Math.round(read - begun)} ms, indexed in ${Math.round(indexed - read)} ms, ${usedMegabytes() - before} MB in memory (target: 150).`,
  );
  console.log(`\nFilter, sort, page and facets, ${rounds} queries each after ${warmUp} (target: p99 under 1 ms)\n`);
  console.table(Object.fromEntries(Object.entries(queryMix).map(([name, query]) => [name, timed(query)])));
  console.log('\nA sale that empties a tire’s stock, and its return\n');
  console.table({ 'one tire': await timedSales() });
}

function timed(query: (typeof queryMix)[string]) {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const asked = query(current());
    const begun = performance.now();
    searchTires(current(), asked);
    if (round >= 0) times.push(performance.now() - begun);
  }
  return figures(times);
}

async function timedSales() {
  const times: number[] = [];
  for (let round = 0; round < 500; round += 1) {
    const tire = pick(current().tires);
    const stock = tire.available > 0 ? [] : [{ branch: branches[0], count: 4, leadDays: 0 }];
    const begun = performance.now();
    await changeTires([tire.id], [{ ...tire, stock, available: tire.available > 0 ? 0 : 4 }]);
    times.push(performance.now() - begun);
  }
  return figures(times);
}

function figures(times: number[]) {
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 1000) / 1000;
  return { 'median ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(1 - 1 / times.length) };
}
