import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { onTemporaryDatabase } from './temporary-database.ts';

const maxPrintedFaults = 20;

/** Sends `--requests N` malformed requests of `--seed S` to the built shop, from number `--from` on. Exit code 1 on any fault. */
export async function fuzz(options: string[]): Promise<void> {
  const optionTypes = { requests: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
  const total = Number(values.requests ?? 20_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const from = Number(values.from ?? 0);
  console.log(`${total} requests of seed ${seed}, starting at ${from}.`);
  // run.ts imports the shop's sitemap, which only Vite can load.
  const { module } = await runnerImport<typeof import('../test/fuzz/run.ts')>('./test/fuzz/run.ts', {
    configFile: false,
    logLevel: 'error',
  });
  await onTemporaryDatabase(async (url) => {
    const { table, faults, seconds } = await module.fuzz(url, { seed, from, requests: total });
    console.table(Object.fromEntries(Object.entries(table).sort()));
    for (const fault of faults.slice(0, maxPrintedFaults)) console.log(`\n${fault}`);
    console.log(`\n${total} requests in ${seconds.toFixed(1)} s, ${faults.length} faults; seed ${seed}`);
    if (faults.length > 0) process.exitCode = 1;
  });
}
