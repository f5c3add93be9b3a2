import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../src/database/connect.server.ts';
import { plantedBugs } from '../test/model/planted.ts';
import { findPlanted, runSeed } from '../test/model/run-seed.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

/** Concurrent seeds, each on a separate database, because a seed mostly waits for PostgreSQL. */
const concurrency = 4;

/**
 * Runs the model of orders, payments and tires for `--seeds N` seeds from `--seed S` on, or only for that seed, with
 * `--workers W` seeds at once. Without `--seed`, first shows with which seed it finds each planted bug. Exit code 1 on a
 * failure.
 */
export async function model(options: string[]): Promise<void> {
  const optionTypes = { seeds: { type: 'string' }, seed: { type: 'string' }, workers: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
  const first = Number(values.seed ?? 1);
  const count = Number(values.seeds ?? (values.seed ? 1 : 5000));
  const workers = Math.min(Number(values.workers ?? concurrency), count);
  await onTemporaryDatabase(async (url, createDatabase) => {
    const urls: string[] = [];
    for (let index = 0; index < workers; index += 1) urls.push(await createDatabase(`model_${index}`));
    await commitWithoutWaiting(url);
    const databases = urls.map((databaseUrl) => openDatabase(databaseUrl));
    if (values.seed === undefined && databases[0]) await showPlanted(databases[0]);
    const began = performance.now();
    let next = first;
    let failed = 0;
    const run = async (db: Database) => {
      while (next < first + count) {
        const seed = next;
        next += 1;
        const fault = await runSeed(db, seed);
        if (fault !== null) {
          failed += 1;
          console.log(fault);
        }
        const started = seed - first + 1;
        if (started % 100 === 0) console.log(`${started} seeds started`);
      }
    };
    await Promise.all(databases.map(run));
    for (const db of databases) await db.close();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${count} seeds, ${failed} failed, ${(count / seconds).toFixed(1)} a second`);
    if (failed > 0) process.exitCode = 1;
  });
}

/** Makes commits faster, for connections that are opened from now on. */
async function commitWithoutWaiting(url: string): Promise<void> {
  await using db = openDatabase(url);
  await db.pool.query('alter role current_user set synchronous_commit = off');
}

async function showPlanted(db: Database): Promise<void> {
  for (const [name, planted] of Object.entries(plantedBugs)) {
    const detection = await findPlanted(db, planted);
    console.log(`planted: ${name}: ${detection ? `seed ${detection.seed}: ${detection.fault}` : 'NOT FOUND'}`);
    if (!detection) process.exitCode = 1;
  }
}
