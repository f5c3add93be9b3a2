import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type LoadResult, plentiful, steadyLoad, type Waits } from './load.ts';
import { startShopOn } from './servers.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '..');
const rows = 100_000;
const mostSeconds = 120;

/**
 * The real command imports 100,000 rows that the shop does not know, then the same list with every fifth price changed:
 * by itself, what it takes (target: 10 s, 200 MB); and while the built shop answers lists and takes orders at a steady
 * rate, what buyers notice of it.
 */
export async function importing(): Promise<void> {
  const list = join(tmpdir(), `rehvipood-bench-${process.pid}.csv`);
  try {
    const original = await newList();
    const lists = [
      ['100,000 new rows', original],
      ['again, 20 % with another price', repriced(original)],
    ] as const;
    await onTemporaryDatabase(async (url, another) => {
      await importFile(url, join(project, 'data/price-list.csv'));
      for (const [name, text] of lists) {
        await writeFile(list, text);
        reportImport(`${name}, by itself`, await importFile(url, list));
      }
      await besideTheShop(await another('visited'), list, lists);
    });
  } finally {
    await rm(list, { force: true });
  }
}

async function besideTheShop(url: string, list: string, lists: readonly (readonly [name: string, text: string])[]) {
  await importFile(url, join(project, 'data/price-list.csv'));
  const shop = await startShopOn(url);
  try {
    const tires = await plentiful(shop.address);
    const loads: [string, LoadResult][] = [
      ['no import, 6,600 tires', await during(shop.address, tires, () => setTimeout(10_000))],
    ];
    for (const [name, text] of lists) {
      await writeFile(list, text);
      const result = await during(shop.address, tires, () => importFile(url, list));
      reportImport(`${name}, beside the shop`, result);
      loads.push([name, result]);
    }
    loads.push(['no import, 106,600 tires', await during(shop.address, tires, () => setTimeout(10_000))]);
    reportWaits(loads);
  } finally {
    await shop.stop();
  }
}

/** Rows of suppliers of their own, behind those of the demonstration list, so that none of them is known. */
async function newList(): Promise<string> {
  const known = await lineCount(join(project, 'data/price-list.csv'));
  const { stdout } = await run(
    process.execPath,
    [join(project, 'bench/price-list/generate.ts'), '--tires', `${known + rows}`],
    {
      maxBuffer: 64 * 2 ** 20,
    },
  );
  const [header, ...lines] = stdout.trimEnd().split('\n');
  return `${[header, ...lines.slice(known).map((line) => `new ${line}`)].join('\n')}\n`;
}

async function lineCount(file: string): Promise<number> {
  const handle = await open(file);
  let count = -1;
  for await (const _ of handle.readLines()) count += 1;
  return count;
}

function repriced(list: string): string {
  const lines = list.split('\n');
  return lines.map((line, at) => (at > 0 && at % 5 === 0 ? line.replace(/,\d+\.\d\d,/, ',88.80,') : line)).join('\n');
}

type Imported = { seconds: number; peakMb: number };

/** As `npm run shop -- import` runs it. */
async function importFile(url: string, file: string): Promise<Imported> {
  const began = performance.now();
  const script = join(project, 'build/server/main.js');
  const command = spawn(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=16', script, 'import', file],
    {
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: mostSeconds * 1000,
    },
  );
  const ended = once(command, 'exit');
  let peakMb = 0;
  while (command.exitCode === null && command.signalCode === null) {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', `${command.pid}`]).catch(() => ({ stdout: '' }));
    peakMb = Math.max(peakMb, Math.round(Number(stdout) / 1024));
    await Promise.race([ended, setTimeout(100)]);
  }
  if (command.exitCode !== 0) throw new Error(`the import ended with ${command.exitCode ?? command.signalCode}`);
  return { seconds: (performance.now() - began) / 1000, peakMb };
}

async function during<T>(address: string, tires: Parameters<typeof steadyLoad>[1], work: () => Promise<T>) {
  const stop = new AbortController();
  const load = steadyLoad(address, tires, stop.signal);
  const result = await work().finally(() => stop.abort());
  return { ...result, ...(await load) };
}

function reportImport(name: string, { seconds, peakMb }: Imported) {
  console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${peakMb} MB at most`);
}

function reportWaits(loads: [string, LoadResult][]) {
  const cells = ({ medianMs, p99Ms, maxMs, count, errors }: Waits) => ({
    'median ms': medianMs,
    'p99 ms': p99Ms,
    'max ms': maxMs,
    answers: count,
    errors,
  });
  console.table(
    Object.fromEntries(
      loads.flatMap(([name, { browsing, ordering }]) => [
        [`lists, ${name}`, cells(browsing)],
        [`orders, ${name}`, cells(ordering)],
      ]),
    ),
  );
}
