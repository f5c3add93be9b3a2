import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
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
  return { dev, pid, opened: openings(dev) };
}

/** Returns a function that resolves with the next address at which the shop opens. */
function openings({ stdout, stderr }: ChildProcess): () => Promise<string> {
  let said = '';
  stderr?.on('data', (chunk) => (said += chunk));
  const lines = createInterface({ input: stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`npm run dev has ended: ${said}`);
      said += `${value}\n`;
      const address = /The shop is open: (\S+)/.exec(value)?.[1];
      if (address) return address;
    }
  };
}

/** Process ids of the shop and its PostgreSQL. */
function processes(folder: string): number[] {
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
  'npm run dev restarts when a file of the server or the configuration changes; Ctrl-C ends it with its PostgreSQL',
  async () => {
    const folder = scratchProject();
    const { dev, pid, opened } = startDev(folder);
    await opened();
    const first = processes(folder);

    const now = new Date();
    utimesSync(join(folder, 'src/http/server.ts'), now, now);
    await opened();
    const second = processes(folder);
    expect(first.map(isRunning)).toEqual([false, false]);

    const example = readFileSync(join(folder, 'shop.config.ts'), 'utf8');
    writeFileSync(join(folder, 'shop.local.ts'), example.replace("name: 'Rehvipood'", "name: 'Rehvid Võrus'"));
    const address = await opened();
    expect(await (await fetch(`${address}/en/faq`)).text()).toContain('Rehvid Võrus');
    const third = processes(folder);

    process.kill(-pid, 'SIGINT');
    expect((await once(dev, 'exit'))[0]).toBe(0);
    expect([...second, ...third, -pid].map(isRunning)).toEqual([false, false, false, false, false]);
  },
);
