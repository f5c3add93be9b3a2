import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabases, temporaryFolder } from '../../test/support/database/temporary-database.ts';
import { withClient } from './connect.server.ts';
import { startEmbedded } from './embedded/embedded.server.ts';
import {
  alreadyRunningMessage,
  lockShop,
  openShopDatabase,
  readPidFile,
  writePidFile,
} from './open-shop-database.server.ts';

const newDatabase = temporaryDatabases();

test('refuses a second shop until the first has ended', async () => {
  const url = await newDatabase();
  const first = await lockShop(url);
  expect(first).not.toBeNull();
  expect(await lockShop(url)).toBeNull();
  await first?.close();
  const next = await lockShop(url);
  expect(next).not.toBeNull();
  await next?.close();
});

test('locks the database again after its connection was lost', async () => {
  const url = await newDatabase();
  const lock = await lockShop(url);
  onTestFinished(() => lock?.close());
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const lockHolders = async () =>
    (
      await client.query(
        `select pid from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()`,
      )
    ).rows.map((row) => row.pid);
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

test('stops the embedded database if it cannot be migrated', async () => {
  const options = { url: undefined, folder: await temporaryFolder(), log: () => {} };
  const { url, close } = await openShopDatabase(options);
  await withClient(url, 'test', (client) =>
    client.query(`update schema_migrations set sha256 = 'of another text' where name like '0001%'`),
  );
  await close();
  await expect(openShopDatabase(options)).rejects.toThrow('was changed after this database applied it');
  const next = await startEmbedded(options);
  onTestFinished(next.stop);
  expect(next.wasRunning).toBe(false);
});
