import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { RefusedBackup } from '../../../src/database/backup/manifest.ts';
import { checkBackup, openBackup } from '../../../src/database/backup/read-backup.server.ts';
import { numbers } from '../../model/steps.ts';
import { backedUp, emptyDatabase, newFile, restored, tablesOf } from '../../support/database/backups.ts';
import { rewritten, withManifest } from '../../support/database/rewritten-backup.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('restore: refuses a truncated or altered backup and leaves the database empty', async () => {
  await shop.order();
  const file = await backedUp(shop);
  const url = await emptyDatabase();
  const whole = await readFile(file);
  const cut = await newFile();
  for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1]) {
    await writeFile(cut, whole.subarray(0, length));
    expect(await restored(url, cut), `${length} bytes`).toMatchObject({ code: 1, ok: false, reason: 'damaged' });
  }
  const lost = await rewritten(file, (name, text) => (name === 'public.orders.copy' ? null : text));
  expect(await restored(url, lost)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy is missing'),
  });
  const cheaper = await rewritten(file, (name, text) =>
    name === 'public.orders.copy' ? text.replace('31960', '1') : text,
  );
  expect(await restored(url, cheaper)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy is not what was written'),
  });
  const shorter = await withManifest(file, (manifest) => ({
    ...manifest,
    tables: manifest.tables.filter(({ name }) => name !== 'orders'),
  }));
  expect(await restored(url, shorter)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('lacks the table orders'),
  });
  const empty = await rewritten(file, (name, text) => (name === 'manifest.json' ? '{}' : text));
  expect(await restored(url, empty)).toMatchObject({ code: 1, reason: 'damaged' });
  const other = await rewritten(file, (name, text) => (name === 'manifest.json' ? null : text));
  expect(await restored(url, other)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await restored(url, `${file}.gone`)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await tablesOf(url)).toEqual([]);
});

test('restore: notices a changed bit, unless it changes no data', async () => {
  await shop.order();
  const file = await backedUp(shop);
  const before = await readBackup(file);
  const whole = await readFile(file);
  const random = numbers(7);
  const altered = await newFile();
  let noticed = 0;
  for (let time = 0; time < 40; time += 1) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    await writeFile(altered, bytes);
    const read = await readBackup(altered).catch((error: unknown) => error);
    if (read instanceof RefusedBackup) noticed += 1;
    // A date, a right, or a name that is written twice.
    else expect(read, `byte ${at}`).toEqual(before);
  }
  expect(noticed).toBeGreaterThan(10);
});

/** All that a backup says, as a restore hears it. */
async function readBackup(file: string) {
  const backup = await openBackup(file);
  try {
    await checkBackup(backup, () => {});
    const texts: string[] = [];
    for (const table of backup.manifest.tables) {
      texts.push(await text(backup.read(table)));
    }
    return { manifest: backup.manifest, texts };
  } finally {
    await backup.close();
  }
}
