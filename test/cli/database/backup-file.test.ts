import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { operator } from '../../support/command.ts';
import { emptyDatabase, newFile } from '../../support/database/backups.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('backup: writes a file readable by its owner only, overwrites none, and leaves none when it fails', async () => {
  const file = await newFile();
  const { code, out } = await shop.run(['backup', file, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    file,
    bytes: (await stat(file)).size,
    rows: { 'public.tires': 1 },
  });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  const whole = await readFile(file);
  const again = await shop.run(['backup', file, '--json']);
  expect(again).toMatchObject({ code: 1, err: `backup: ${file} is there already; name another file\n` });
  expect(JSON.parse(again.out)).toMatchObject({ ok: false, reason: 'exists' });
  expect((await readFile(file)).equals(whole)).toBe(true);
  const other = await newFile();
  const stopped = new AbortController();
  stopped.abort();
  expect(await shop.run(['backup', other], undefined, { signal: stopped.signal })).toMatchObject({ code: 130 });
  expect(await readdir(dirname(other))).toEqual([]);
  const ctrlC = new AbortController();
  const stderr = new Writable({
    write(chunk, _, done) {
      if (String(chunk).includes(', stock:')) ctrlC.abort();
      done();
    },
  });
  const halfWay = { isTTY: true, stderr, signal: ctrlC.signal };
  expect(await shop.run(['backup', other], undefined, halfWay)).toMatchObject({ code: 130, out: '' });
  expect(ctrlC.signal.aborted).toBe(true);
  expect(await readdir(dirname(other))).toEqual([]);
  const nobodys = operator({ url: await emptyDatabase() });
  expect(await nobodys(['backup', other])).toMatchObject({
    code: 1,
    err: expect.stringContaining('this database has no tables of the shop'),
  });
  expect(await readdir(dirname(other))).toEqual([]);
});

test('without a file name, backup writes to BACKUP_DIR and restore reads the newest backup there', async () => {
  const folder = dirname(await newFile());
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
  const url = await emptyDatabase();
  const run = operator({ url });
  const { out } = await run(['restore', '--json'], undefined, { env: { DATABASE_URL: url, BACKUP_DIR: folder } });
  expect(JSON.parse(out)).toMatchObject({ at: '2026-11-20T11:00:00.000Z', rows: { 'public.orders': 2 } });
  const none = await run(['restore', '--json'], undefined, {
    env: { DATABASE_URL: url, BACKUP_DIR: `${folder}/none` },
  });
  expect(none.code).toBe(1);
  expect(JSON.parse(none.out)).toMatchObject({ ok: false, reason: 'no-backup' });
});
