import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { startEmbedded } from './embedded.server.ts';

const supervisor = join(import.meta.dirname, 'embedded.server.ts');

const log = () => {};

/** Another process that starts the database of `folder` and stays. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const script = `const { startEmbedded } = await import(${JSON.stringify(supervisor)});
    console.log(JSON.stringify(await startEmbedded({ folder: ${JSON.stringify(folder)}, log() {} })));
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
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

test('adopts the server that a killed shop left running, with every committed row, and can stop it', async () => {
  const folder = await temporaryFolder();
  const { child, url } = await otherProcess(folder);
  await query(url, 'create table kept as select generate_series(1, 1000) as id');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await startEmbedded({ folder, log });
  expect(next).toMatchObject({ adopted: true, url });
  expect(await query(url, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
  await next.stop();
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('removes a postmaster.pid whose number belongs to another process, and does not kill that process', async () => {
  const folder = await temporaryFolder();
  const first = await startEmbedded({ folder, log });
  await query(first.url, 'create table kept as select 42 as answer');
  const left = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  await first.stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  onTestFinished(() => void stranger.kill());
  await writeFile(join(folder, 'postgres', 'postmaster.pid'), left.replace(/^\d+/, String(stranger.pid)));
  const next = await startEmbedded({ folder, log });
  onTestFinished(next.stop);
  expect(next.adopted).toBe(false);
  expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});

test('waits for the children of a killed server; every committed row is there', async () => {
  const folder = await temporaryFolder();
  const { child, url } = await otherProcess(folder);
  await query(url, 'create table kept as select generate_series(1, 1000) as id');
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(await postmasterPid(folder), 'SIGKILL');
  const next = await startEmbedded({ folder, log });
  onTestFinished(next.stop);
  expect(next.adopted).toBe(false);
  expect(await query(next.url, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
});

// It is given its time before it is killed.
test('replaces a server that hangs', { timeout: 90_000 }, async () => {
  const folder = await temporaryFolder();
  const { child } = await otherProcess(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const hung = await postmasterPid(folder);
  process.kill(hung, 'SIGSTOP');
  const next = await startEmbedded({ folder, log });
  onTestFinished(next.stop);
  expect(next.adopted).toBe(false);
  expect(await postmasterPid(folder)).not.toBe(hung);
});

test('restarts a server that dies under a running shop', async () => {
  const folder = await temporaryFolder();
  const back = Promise.withResolvers<string>();
  const { url, stop } = await startEmbedded({ folder, log: back.resolve });
  onTestFinished(stop);
  process.kill(await postmasterPid(folder), 'SIGKILL');
  expect(await back.promise).toContain('started again');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts on the same port, also after another program used it meanwhile', async () => {
  const folder = await temporaryFolder();
  const back = Promise.withResolvers<string>();
  const { url, stop } = await startEmbedded({ folder, log: back.resolve });
  onTestFinished(stop);
  process.kill(await postmasterPid(folder), 'SIGKILL');
  const other = createServer();
  const listens = () => once(other.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
  await expect
    .poll(() =>
      listens().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const failed = () =>
    readFile(join(folder, 'postgres.log'), 'utf8').then((log) => log.includes('Address already in use'));
  await expect.poll(failed).toBe(true);
  other.close();
  expect(await back.promise).toContain('started again');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('two concurrent starts share one server', async () => {
  const folder = await temporaryFolder();
  const both = await Promise.all([otherProcess(folder), otherProcess(folder)]);
  expect(both.map(({ adopted }) => adopted).toSorted()).toEqual([false, true]);
  expect(both[0].url).toBe(both[1].url);
  for (const { child } of both) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await (await startEmbedded({ folder, log })).stop();
});
