import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Row } from '../test/faults/scenario.ts';
import { scenarios } from '../test/faults/scenarios.ts';
import { inMarkdown, printed } from './faults/table.ts';
import { writeTable } from './faults/write-table.ts';

/** Milliseconds for one scenario; none takes half of it. */
const mostMs = 8 * 60_000;

/**
 * Hurts the built shop in every way, or in one: `--only NAME`; `--kills N` for how often it is killed, `--seed S`. Ends
 * with 1 when anything is wrong after.
 */
export async function faults(options: string[]): Promise<void> {
  const given = { only: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: given });
  const kills = Number(values.kills ?? 100);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  const chosen = scenarios.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new Error(`--only: one of ${scenarios.map(({ name }) => name).join(', ')}`);
  console.log(`The shop is hurt under orders; seed ${seed}.`);
  const rows: Row[] = [];
  for (const { name, play } of chosen) {
    const begun = performance.now();
    const played = onStage((closing) => play(closing, { kills, seed }));
    // What the others show is not lost with it.
    rows.push(...(await played.catch((error) => failed(name, error))));
    console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  console.table(printed(rows));
  for (const row of rows) {
    if ('impossible' in row) continue;
    for (const line of row.notes) console.log(`${row.fault}: ${line}`);
    for (const line of row.wrong) console.log(`WRONG, ${row.fault}: ${line}`);
    if (row.lost + row.doubled + row.wrong.length > 0) process.exitCode = 1;
  }
  // A part of the table would drop the rest of it.
  if (values.only === undefined) console.log(await writeTable(inMarkdown(rows)));
}

function failed(name: string, error: unknown): Row[] {
  console.error(error);
  process.exitCode = 1;
  return [{ fault: name, impossible: `failed: ${error instanceof Error ? error.message : error}` }];
}

/** Everything that was started ends with the work, also when that is interrupted or does not end. */
async function onStage(work: (closing: AsyncDisposableStack) => Promise<Row[]>): Promise<Row[]> {
  await using closing = new AsyncDisposableStack();
  let cleared: Promise<void> | undefined;
  const interrupted = () => {
    cleared ??= closing.disposeAsync().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
  const overdue = new AbortController();
  try {
    const tooLong = wait(mostMs, null, { signal: overdue.signal }).then(() => {
      throw new Error(`not done after ${mostMs / 60_000} minutes`);
    });
    return await Promise.race([work(closing), tooLong]);
  } finally {
    overdue.abort();
    // What is cleared away under the work makes it fail: that is not the end yet.
    await cleared;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
  }
}
