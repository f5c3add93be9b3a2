import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, type TestContext, test, vi } from 'vitest';
import { initialisedFolder, temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { startEmbedded } from './embedded.server.ts';

const embeddedModule = join(import.meta.dirname, 'embedded.server.ts');

const noLog = () => {};

/** Starts another process that starts the database of `folder` and runs until it is killed. */
async function startInOtherProcess(
  folder: string,
  whenFinished: TestContext['onTestFinished'],
): Promise<{ child: ChildProcess; url: string; wasRunning: boolean }> {
  const script = `const { startEmbedded } = await import(${JSON.stringify(embeddedModule)});
    console.log(JSON.stringify(await startEmbedded({ folder: ${JSON.stringify(folder)}, log() {} })));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  whenFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(line) };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end().catch(() => {}));
}

const postmasterPid = async (folder: string) =>
  Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

// Each test starts several processes, at the same time as the other tests.
vi.setConfig({ testTimeout: 90_000 });

// Concurrent: the start after a hung server waits some seconds before it kills that server.
test.concurrent('adopts the server that a killed shop left running, with every committed row, and can stop it', async ({
  onTestFinished,
}) => {
  const folder = await initialisedFolder(onTestFinished);
  const { child, url } = await startInOtherProcess(folder, onTestFinished);
  await query(url, 'create table numbers as select generate_series(1, 1000) as id');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await startEmbedded({ folder, log: noLog });
  expect(next).toMatchObject({ wasRunning: true, url });
  expect(await query(url, 'select count(*)::int from numbers')).toEqual([{ count: 1000 }]);
  await next.stop();
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test.concurrent('removes a postmaster.pid whose pid belongs to another process, and does not kill that process', async ({
  onTestFinished,
}) => {
  const folder = await initialisedFolder(onTestFinished);
  const first = await startEmbedded({ folder, log: noLog });
  await query(first.url, 'create table numbers as select 42 as answer');
  const pidFileOfFirst = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  await first.stop();
  const unrelatedProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  onTestFinished(() => void unrelatedProcess.kill());
  await writeFile(
    join(folder, 'postgres', 'postmaster.pid'),
    pidFileOfFirst.replace(/^\d+/, String(unrelatedProcess.pid)),
  );
  const next = await startEmbedded({ folder, log: noLog });
  onTestFinished(next.stop);
  expect(next.wasRunning).toBe(false);
  expect(await query(next.url, 'select answer from numbers')).toEqual([{ answer: 42 }]);
  expect([unrelatedProcess.exitCode, unrelatedProcess.signalCode]).toEqual([null, null]);
});

test.concurrent('waits until the children of a killed server have exited, and keeps every committed row', async ({
  onTestFinished,
}) => {
  const folder = await initialisedFolder(onTestFinished);
  const { child, url } = await startInOtherProcess(folder, onTestFinished);
  await query(url, 'create table numbers as select generate_series(1, 1000) as id');
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(await postmasterPid(folder), 'SIGKILL');
  const next = await startEmbedded({ folder, log: noLog });
  onTestFinished(next.stop);
  expect(next.wasRunning).toBe(false);
  expect(await query(next.url, 'select count(*)::int from numbers')).toEqual([{ count: 1000 }]);
});

test.concurrent('replaces a server that hangs', async ({ onTestFinished }) => {
  const folder = await initialisedFolder(onTestFinished);
  const { child } = await startInOtherProcess(folder, onTestFinished);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const hungPid = await postmasterPid(folder);
  process.kill(hungPid, 'SIGSTOP');
  const next = await startEmbedded({ folder, log: noLog });
  onTestFinished(next.stop);
  expect(next.wasRunning).toBe(false);
  expect(await postmasterPid(folder)).not.toBe(hungPid);
});

test.concurrent('restarts a server that dies while the shop runs', async ({ onTestFinished }) => {
  const folder = await initialisedFolder(onTestFinished);
  const restartLog = Promise.withResolvers<string>();
  const { url, stop } = await startEmbedded({ folder, log: restartLog.resolve });
  onTestFinished(stop);
  process.kill(await postmasterPid(folder), 'SIGKILL');
  expect(await restartLog.promise).toContain('started again');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.concurrent('restarts on the same port, even if another program has used it in between', async ({
  onTestFinished,
  expect,
}) => {
  const folder = await initialisedFolder(onTestFinished);
  const restartLog = Promise.withResolvers<string>();
  const { url, stop } = await startEmbedded({ folder, log: restartLog.resolve });
  onTestFinished(stop);
  process.kill(await postmasterPid(folder), 'SIGKILL');
  const portUser = createServer();
  const tryListen = () => once(portUser.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
  await expect
    .poll(() =>
      tryListen().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const restartFailed = () =>
    readFile(join(folder, 'postgres.log'), 'utf8').then((log) => log.includes('Address already in use'));
  await expect.poll(restartFailed).toBe(true);
  portUser.close();
  expect(await restartLog.promise).toContain('started again');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.concurrent('two concurrent starts share one server', async ({ onTestFinished }) => {
  const folder = await temporaryFolder(onTestFinished);
  const start = () => startInOtherProcess(folder, onTestFinished);
  const processes = await Promise.all([start(), start()]);
  expect(processes.map(({ wasRunning }) => wasRunning).toSorted()).toEqual([false, true]);
  expect(processes[0].url).toBe(processes[1].url);
  for (const { child } of processes) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const server = await startEmbedded({ folder, log: noLog });
  await server.stop();
});
