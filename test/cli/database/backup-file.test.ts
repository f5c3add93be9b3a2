import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { commandRunner } from '../../support/command.ts';
import { createEmptyDatabase, temporaryFile } from '../../support/database/backups.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('backup: writes a file readable by its owner only, overwrites no file, and leaves no file when it fails', async () => {
  const file = await temporaryFile();
  const { code, out } = await shop.run(['backup', file, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    file,
    bytes: (await stat(file)).size,
    rows: { 'public.tires': 1 },
  });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  const content = await readFile(file);
  const secondBackup = await shop.run(['backup', file, '--json']);
  expect(secondBackup).toMatchObject({ code: 1, err: `backup: ${file} already exists; choose another file\n` });
  expect(JSON.parse(secondBackup.out)).toMatchObject({ ok: false, reason: 'exists' });
  expect((await readFile(file)).equals(content)).toBe(true);
  const otherFile = await temporaryFile();
  // Ctrl-C before the first table, then while the stock is written.
  const stopped = new AbortController();
  stopped.abort();
  expect(await shop.run(['backup', otherFile], undefined, { signal: stopped.signal })).toMatchObject({ code: 130 });
  expect(await readdir(dirname(otherFile))).toEqual([]);
  const ctrlC = new AbortController();
  const stderr = new Writable({
    write(chunk, _, done) {
      if (String(chunk).includes(', stock:')) ctrlC.abort();
      done();
    },
  });
  const interrupting = { isTTY: true, stderr, signal: ctrlC.signal };
  expect(await shop.run(['backup', otherFile], undefined, interrupting)).toMatchObject({ code: 130, out: '' });
  expect(ctrlC.signal.aborted).toBe(true);
  expect(await readdir(dirname(otherFile))).toEqual([]);
  const runOnEmptyDatabase = commandRunner({ url: await createEmptyDatabase() });
  expect(await runOnEmptyDatabase(['backup', otherFile])).toMatchObject({
    code: 1,
    err: expect.stringContaining('this database has no tables of the shop'),
  });
  expect(await readdir(dirname(otherFile))).toEqual([]);
});

test('without a file name, backup writes to BACKUP_DIR and restore reads the newest backup there', async () => {
  const folder = dirname(await temporaryFile());
  const env = { DATABASE_URL: shop.database.url, BACKUP_DIR: folder };
  const at = (now: string) => ({ env, now: () => new Date(now) });
  await shop.order();
  await shop.run(['backup'], undefined, at('2026-11-20T10:00:00Z'));
  await shop.order();
  await shop.run(['backup'], undefined, at('2026-11-20T11:00:00Z'));
  expect((await readdir(folder)).sort()).toEqual([
    'rehvipood-2026-11-20T10-00-00Z.zip',
    'rehvipood-2026-11-20T11-00-00Z.zip',
  ]);
  await writeFile(`${folder}/other.zip`, '');
  const url = await createEmptyDatabase();
  const run = commandRunner({ url });
  const { out } = await run(['restore', '--json'], undefined, { env: { DATABASE_URL: url, BACKUP_DIR: folder } });
  expect(JSON.parse(out)).toMatchObject({ at: '2026-11-20T11:00:00.000Z', rows: { 'public.orders': 2 } });
  const withoutBackups = await run(['restore', '--json'], undefined, {
    env: { DATABASE_URL: url, BACKUP_DIR: `${folder}/none` },
  });
  expect(withoutBackups.code).toBe(1);
  expect(JSON.parse(withoutBackups.out)).toMatchObject({ ok: false, reason: 'no-backup' });
});
