import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases, temporaryFolder } from '../../test/support/database/temporary-database.ts';
import { alreadyRunningMessage, lockShop, readPidFile, writePidFile } from './open-shop-database.server.ts';

const newDatabase = temporaryDatabases();

test('refuses a second shop until the first has ended', async () => {
  const url = await newDatabase();
  const first = await lockShop(url);
  expect(first).not.toBeNull();
  expect(await lockShop(url)).toBeNull();
  await first?.release();
  const next = await lockShop(url);
  expect(next).not.toBeNull();
  await next?.release();
});

test('locks the database again after its connection was lost', async () => {
  const url = await newDatabase();
  const lock = await lockShop(url);
  onTestFinished(() => lock?.release());
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const lockHolders = async () =>
    (await client.query(`select pid from pg_locks where locktype = 'advisory'`)).rows.map((row) => row.pid);
  const [holderBefore] = await lockHolders();
  await client.query('select pg_terminate_backend($1, timeout => 5000)', [holderBefore]);
  await expect.poll(lockHolders, { timeout: 10_000 }).toEqual([expect.any(Number)]);
  expect(await lockHolders()).not.toEqual([holderBefore]);
});

test('reports an unreachable database as an error, not as a refusal', async () => {
  await expect(lockShop('postgres://postgres@127.0.0.1:1/postgres')).rejects.toThrow('ECONNREFUSED');
});

test('a second shop reports address and process of the running one from its pid file', async () => {
  const folder = await temporaryFolder();
  await writePidFile(folder, { pid: process.pid, address: 'http://localhost:3000' });
  expect(alreadyRunningMessage(await readPidFile(folder))).toBe(
    `The shop already runs from this folder: http://localhost:3000 (process ${process.pid}).`,
  );
});

test('ignores the pid file of a dead process', async () => {
  const folder = await temporaryFolder();
  expect(await readPidFile(folder)).toBeNull();
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  await writePidFile(folder, { pid: dead.pid ?? 0, address: 'http://localhost:3000' });
  expect(await readPidFile(folder)).toBeNull();
});
