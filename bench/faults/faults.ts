import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Row } from '../../test/faults/scenario.ts';
import { scenarios } from '../../test/faults/scenarios.ts';
import { inMarkdown, printed, writeTable } from './table.ts';

/** Limit of one scenario. The longest waits up to seven minutes for an alert. */
const timeoutMs = 15 * 60_000;

/**
 * Injects faults into the built shop during orders: all scenarios or `--only NAME`; `--kills N`: how often the process is killed;
 * `--seed S`. Exit code 1 if anything is wrong afterwards.
 */
export async function faults(options: string[]): Promise<void> {
  const optionTypes = { only: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
  const kills = Number(values.kills ?? 100);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const chosen = scenarios.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new Error(`--only: one of ${scenarios.map(({ name }) => name).join(', ')}`);
  console.log(`Faults during orders; seed ${seed}.`);
  const rows: Row[] = [];
  for (const { name, play } of chosen) {
    const started = performance.now();
    const played = withCleanup((cleanup) => play(cleanup, { kills, seed }));
    // If a scenario fails, the results of the other scenarios are kept.
    rows.push(...(await played.catch((error) => failed(name, error))));
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  console.table(printed(rows));
  for (const row of rows) {
    if ('skipped' in row) continue;
    for (const line of row.notes) console.log(`${row.fault}: ${line}`);
    for (const line of row.wrong) console.log(`violation, ${row.fault}: ${line}`);
    if (row.lost + row.doubled + row.wrong.length > 0) process.exitCode = 1;
  }
  // A single scenario would overwrite the whole table.
  if (values.only === undefined) await writeTable(inMarkdown(rows));
}

function failed(name: string, error: unknown): Row[] {
  console.error(error);
  process.exitCode = 1;
  return [{ fault: name, skipped: `failed: ${error instanceof Error ? error.message : error}` }];
}

/** Stops everything that `work` started, also on an interrupt or a timeout. */
async function withCleanup(work: (cleanup: AsyncDisposableStack) => Promise<Row[]>): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  let cleanedUp: Promise<void> | undefined;
  const interrupted = () => {
    cleanedUp ??= cleanup.disposeAsync().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
  const ended = new AbortController();
  try {
    const failWhenOverdue = wait(timeoutMs, null, { signal: ended.signal }).then(() => {
      throw new Error(`not finished after ${timeoutMs / 60_000} minutes`);
    });
    return await Promise.race([work(cleanup), failWhenOverdue]);
  } finally {
    ended.abort();
    // An interrupt stops processes that `work` uses, so it fails before the cleanup is done.
    await cleanedUp;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
  }
}
