import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { initialisedFolder, temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { withClient } from '../connect.server.ts';
import { startEmbedded } from './embedded.server.ts';

const noLog = () => {};

const query = (url: string, text: string): Promise<unknown[]> =>
  withClient(url, 'test', async (client) => (await client.query(text)).rows);

async function startUntilTestEnds(folder: string) {
  const server = await startEmbedded({ folder, log: noLog });
  onTestFinished(server.stop);
  return server;
}

async function startAndStopWithRow(folder: string): Promise<string> {
  const { url, stop } = await startEmbedded({ folder, log: noLog });
  await query(url, 'create table answers as select 42 as answer');
  await stop();
  return url;
}

test('keeps data, port and password between runs; only the owner can read the file with the password', async () => {
  const folder = await temporaryFolder();
  const urlBefore = await startAndStopWithRow(folder);
  await expect(query(urlBefore, 'select 1')).rejects.toThrow('ECONNREFUSED');
  const { url, wasRunning } = await startUntilTestEnds(folder);
  expect({ url, wasRunning }).toEqual({ url: urlBefore, wasRunning: false });
  expect(await query(url, 'select answer from answers')).toEqual([{ answer: 42 }]);
  expect((await stat(join(folder, 'postgres.json'))).mode & 0o777).toBe(0o600);
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password authentication failed');
});

test('runs initdb again after an interrupted initdb', async () => {
  const folder = await temporaryFolder();
  for (const partialFolder of ['postgres.new', 'postgres']) {
    await mkdir(join(folder, partialFolder, 'base'), { recursive: true });
    await writeFile(join(folder, partialFolder, 'postgresql.conf'), 'incomplete');
  }
  const { url } = await startUntilTestEnds(folder);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('makes no empty database after an interrupted restore', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'postgres.restored'));
  await expect(startEmbedded({ folder, log: noLog })).rejects.toThrow('Run the restore again');
  await rm(join(folder, 'postgres.restored'), { recursive: true });
  const { url } = await startUntilTestEnds(folder);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('never deletes the data of a cluster, even if PG_VERSION is missing or names another version', async () => {
  const folder = await initialisedFolder();
  await startAndStopWithRow(folder);
  const version = join(folder, 'postgres', 'PG_VERSION');
  await rm(version);
  await expect(startEmbedded({ folder, log: noLog })).rejects.toThrow('PG_VERSION is missing');
  await writeFile(version, '9\n');
  await expect(startEmbedded({ folder, log: noLog })).rejects.toThrow(/of PostgreSQL 9; .* install the binaries of 9/);
  await writeFile(version, '99\n');
  await expect(startEmbedded({ folder, log: noLog })).rejects.toThrow(/of PostgreSQL 99; .* update the shop/);
  await writeFile(version, '18\n');
  expect(await query((await startUntilTestEnds(folder)).url, 'select answer from answers')).toEqual([{ answer: 42 }]);
});

test('replaces a stored port that another program uses', async () => {
  const folder = await initialisedFolder();
  const urlBefore = new URL(await startAndStopWithRow(folder));
  const portUser = createServer().listen(Number(urlBefore.port), '127.0.0.1');
  onTestFinished(() => void portUser.close());
  const { url } = await startUntilTestEnds(folder);
  expect(new URL(url).port).not.toBe(urlBefore.port);
  expect(await query(url, 'select answer from answers')).toEqual([{ answer: 42 }]);
  expect(JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')).port).toBe(Number(new URL(url).port));
});

test('replaces a lost or wrong password and keeps the data', async () => {
  const folder = await initialisedFolder();
  await startAndStopWithRow(folder);
  const accessFile = join(folder, 'postgres.json');
  await rm(accessFile);
  const first = await startEmbedded({ folder, log: noLog });
  expect(await query(first.url, 'select answer from answers')).toEqual([{ answer: 42 }]);
  await first.stop();
  await writeFile(accessFile, JSON.stringify({ port: Number(new URL(first.url).port), password: 'wrong' }));
  expect(await query((await startUntilTestEnds(folder)).url, 'select answer from answers')).toEqual([{ answer: 42 }]);
});

test('a command that ends does not stop the database of a running shop', async () => {
  const folder = await initialisedFolder();
  const shop = await startUntilTestEnds(folder);
  const command = await startEmbedded({ folder, log: noLog });
  expect(command.url).toBe(shop.url);
  await command.stop();
  expect(await query(shop.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the last process to end stops the database', async () => {
  const folder = await initialisedFolder();
  const command = await startEmbedded({ folder, log: noLog });
  const shop = await startEmbedded({ folder, log: noLog });
  await shop.stop();
  expect(await query(command.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await command.stop();
  await expect(query(command.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});
