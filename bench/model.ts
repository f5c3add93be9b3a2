import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../src/database/connect.server.ts';
import { runSeed } from '../test/model/run-seed.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

/** Concurrent seeds, each on a database of its own, because a seed mostly waits for PostgreSQL. */
const concurrency = 4;

/** Runs the model of orders and payments for `--seeds N` seeds from `--seed S` on, or only for that seed. Exit code 1 on a failure. */
export async function model(options: string[]): Promise<void> {
  const optionTypes = { seeds: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
  const first = Number(values.seed ?? 1);
  const count = Number(values.seeds ?? (values.seed ? 1 : 5000));
  await onTemporaryDatabase(async (_url, createDatabase) => {
    const databases: Database[] = [];
    for (let index = 0; index < Math.min(concurrency, count); index += 1)
      databases.push(openDatabase(await createDatabase(`model_${index}`)));
    await databases[0]?.pool.query('alter role current_user set synchronous_commit = off');
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
        if ((seed - first + 1) % 500 === 0) console.log(`${seed - first + 1} seeds started`);
      }
    };
    await Promise.all(databases.map(run));
    for (const db of databases) await db.close();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${count} seeds, ${failed} failed, ${(count / seconds).toFixed(1)} a second`);
    if (failed > 0) process.exitCode = 1;
  });
}
