import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { copyDatabase } from '../faults/copied-database.ts';
import { scratchProject } from '../support/scratch-project.ts';

/** Runs `npm run dev` in a process group of its own, as a terminal does. */
function startDev(folder: string) {
  const { DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...inherited } = process.env;
  const dev = spawn(process.execPath, [join(folder, 'src/setup/dev.mjs')], {
    cwd: folder,
    env: { ...inherited, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data-of-dev') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pid = dev.pid as number;
  onTestFinished(async () => {
    if (dev.exitCode !== null) return;
    process.kill(-pid, 'SIGTERM');
    await once(dev, 'exit');
  });
  return { dev, pid, nextAddress: addressReader(dev) };
}

/** Returns a function that waits until the shop opens again, and returns its address. */
function addressReader({ stdout, stderr }: ChildProcess): () => Promise<string> {
  let output = '';
  stderr?.on('data', (chunk) => (output += chunk));
  const lines = createInterface({ input: stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`npm run dev has ended: ${output}`);
      output += `${value}\n`;
      const address = /The shop is open: (\S+)/.exec(value)?.[1];
      if (address) return address;
    }
  };
}

/** Waits until `npm run dev` has reported an error that contains `word`; returns all it reported. */
async function errorReport({ stderr }: ChildProcess, word: string): Promise<string> {
  let report = '';
  while (!report.includes(word)) report += String((await once(stderr as NodeJS.ReadableStream, 'data'))[0]);
  return report;
}

/** Process ids of the shop and its PostgreSQL. */
function processIds(folder: string): number[] {
  const data = join(folder, 'data-of-dev');
  const shop: { pid: number } = JSON.parse(readFileSync(join(data, 'shop.json'), 'utf8'));
  const postmaster = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8');
  return [shop.pid, Number.parseInt(postmaster, 10)];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

test.skipIf(process.platform === 'win32')(
  'npm run dev reports a syntax error in shop.local.ts in one line, starts when it is mended, restarts when a file of the server changes, and shows an edited page without a restart; Ctrl-C ends it with its PostgreSQL',
  async () => {
    const folder = scratchProject();
    mkdirSync(join(folder, 'data-of-dev'));
    await copyDatabase(join(folder, 'data-of-dev'));
    const settings = join(folder, 'shop.local.ts');
    writeFileSync(settings, 'export default {\n  name: 1 x\n};\n');
    const { dev, pid, nextAddress } = startDev(folder);
    expect(await errorReport(dev, 'shop.local.ts')).toMatch(/^shop\.local\.ts:2:11: .+\n$/);
    const example = readFileSync(join(folder, 'shop.config.ts'), 'utf8');
    writeFileSync(settings, example.replace("name: 'Rehvipood'", "name: 'Rehvid Võrus'"));
    await nextAddress();
    const first = processIds(folder);

    const now = new Date();
    utimesSync(join(folder, 'src/http/server.ts'), now, now);
    const address = await nextAddress();
    const second = processIds(folder);
    expect(first.map(isRunning)).toEqual([false, false]);
    expect(await (await fetch(`${address}/en/faq`)).text()).toContain('Rehvid Võrus');

    const view = join(folder, 'src/web/pages/cart/cart.tsx');
    writeFileSync(view, readFileSync(view, 'utf8').replace('mt-6 min-h-dvh', 'mt-6 min-h-dvh edited'));
    const cartPage = async () => (await fetch(`${address}/en/cart`)).text();
    await expect.poll(cartPage).toContain('min-h-dvh edited');
    expect(await cartPage()).toContain('>Cart</h1>');
    expect(second.map(isRunning)).toEqual([true, true]);

    process.kill(-pid, 'SIGINT');
    expect((await once(dev, 'exit'))[0]).toBe(0);
    expect([...second, -pid].map(isRunning)).toEqual([false, false, false]);
  },
);
