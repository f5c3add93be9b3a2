import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { lockShop } from './lock-shop.server.ts';
import { temporaryDatabases } from './temporary-database.ts';

const newDatabase = temporaryDatabases();

test('a second shop is refused until the first one leaves', async () => {
  const url = await newDatabase();
  const first = await lockShop(url);
  expect(first).not.toBeNull();
  expect(await lockShop(url)).toBeNull();
  await first?.release();
  const next = await lockShop(url);
  expect(next).not.toBeNull();
  await next?.release();
});

test('a lock that was lost with its connection is taken again', async () => {
  const url = await newDatabase();
  const lock = await lockShop(url);
  onTestFinished(() => lock?.release());
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const holders = async () =>
    (await client.query(`select pid from pg_locks where locktype = 'advisory'`)).rows.map((row) => row.pid);
  const before = await holders();
  await client.query('select pg_terminate_backend($1, 5000)', before);
  await expect.poll(holders, { timeout: 10_000 }).toEqual([expect.any(Number)]);
  expect(await holders()).not.toEqual(before);
});

test('a database that does not answer is an error, not a refusal', async () => {
  await expect(lockShop('postgres://postgres@127.0.0.1:1/postgres')).rejects.toThrow('ECONNREFUSED');
});
