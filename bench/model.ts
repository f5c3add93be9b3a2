import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/connect.server.ts';
import { startEmbedded } from '../src/database/embedded.server.ts';
import { migrate } from '../src/database/migrate.server.ts';
import { runSeed } from '../test/model/run-seed.ts';

const migrationFolder = join(import.meta.dirname, '../src/database/migrations');

/** Runs seeds of the model of orders and payments, `--seeds N` of them or one, `--seed S`; ends with 1 when one fails. */
export async function model(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { seeds: { type: 'string' }, seed: { type: 'string' } } });
  const first = Number(values.seed ?? 1);
  const count = values.seed ? 1 : Number(values.seeds ?? 5000);
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-model-'));
  const server = await startEmbedded({ folder, log: () => {} });
  const db = openDatabase(server.url);
  try {
    await db.pool.query('alter role current_user set synchronous_commit = off');
    await migrate(server.url, await landed(), () => {});
    const began = performance.now();
    let failed = 0;
    for (let seed = first; seed < first + count; seed += 1) {
      const fault = await runSeed(db, seed);
      if (fault === null) continue;
      failed += 1;
      console.log(fault);
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(`${count} seeds, ${failed} failed, ${(count / seconds).toFixed(1)} a second`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await db.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function landed() {
  const files = (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(0, -4), sql: await readFile(join(migrationFolder, file), 'utf8') })),
  );
}
