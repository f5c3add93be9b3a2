import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/connect.server.ts';
import { runSeed } from '../test/model/run-seed.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

/** Runs seeds of the model of orders and payments, `--seeds N` of them from `--seed S`, or that one; ends with 1 when one fails. */
export async function model(options: string[]): Promise<void> {
  const given = { seeds: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: given });
  const first = Number(values.seed ?? 1);
  const count = Number(values.seeds ?? (values.seed ? 1 : 5000));
  await onTemporaryDatabase(async (url) => {
    const db = openDatabase(url);
    await db.pool.query('alter role current_user set synchronous_commit = off');
    const began = performance.now();
    let failed = 0;
    for (let seed = first; seed < first + count; seed += 1) {
      const fault = await runSeed(db, seed);
      if (fault === null) continue;
      failed += 1;
      console.log(fault);
    }
    await db.close();
    const seconds = (performance.now() - began) / 1000;
    console.log(`${count} seeds, ${failed} failed, ${(count / seconds).toFixed(1)} a second`);
    if (failed > 0) process.exitCode = 1;
  });
}
