import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { filesOf, RefusedBackup } from '../../../src/database/backup/manifest.ts';
import { checkBackup, openBackup } from '../../../src/database/backup/read-backup.server.ts';
import { numbers as seededRandom } from '../../model/steps.ts';
import {
  createBackup,
  createEmptyDatabase,
  restoreBackup,
  tablesOf,
  temporaryFile,
} from '../../support/database/backups.ts';
import { rewriteBackup, rewriteManifest } from '../../support/database/rewritten-backup.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

test('restore: refuses a truncated or altered backup and leaves the database empty', async () => {
  await shop.order();
  const file = await createBackup(shop);
  const url = await createEmptyDatabase();
  const whole = await readFile(file);
  const truncated = await temporaryFile();
  for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1]) {
    await writeFile(truncated, whole.subarray(0, length));
    expect(await restoreBackup(url, truncated), `${length} bytes`).toMatchObject({
      code: 1,
      ok: false,
      reason: 'damaged',
    });
  }
  const withoutOrders = await rewriteBackup(file, (name, text) => (name === 'public.orders.copy' ? null : text));
  expect(await restoreBackup(url, withoutOrders)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy is missing'),
  });
  const withAlteredPrice = await rewriteBackup(file, (name, text) =>
    name === 'public.orders.copy' ? text.replace('31960', '1') : text,
  );
  expect(await restoreBackup(url, withAlteredPrice)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('public.orders.copy differs from what was written'),
  });
  const withoutOrdersInManifest = await rewriteManifest(file, (manifest) => ({
    ...manifest,
    tables: manifest.tables.filter(({ name }) => name !== 'orders'),
  }));
  expect(await restoreBackup(url, withoutOrdersInManifest)).toMatchObject({
    code: 1,
    reason: 'damaged',
    err: expect.stringContaining('lacks the table orders'),
  });
  const withEmptyManifest = await rewriteBackup(file, (name, text) => (name === 'manifest.json' ? '{}' : text));
  expect(await restoreBackup(url, withEmptyManifest)).toMatchObject({ code: 1, reason: 'damaged' });
  const withoutManifest = await rewriteBackup(file, (name, text) => (name === 'manifest.json' ? null : text));
  expect(await restoreBackup(url, withoutManifest)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await restoreBackup(url, `${file}.gone`)).toMatchObject({ code: 1, reason: 'no-backup' });
  expect(await tablesOf(url)).toEqual([]);
});

test('restore: refuses a backup with a changed bit, unless the bit carries no data', async () => {
  await shop.order();
  const file = await createBackup(shop);
  const before = await readBackup(file);
  const whole = await readFile(file);
  const random = seededRandom(7);
  const altered = await temporaryFile();
  let refused = 0;
  for (let round = 0; round < 40; round += 1) {
    const bytes = Buffer.from(whole);
    const position = Math.floor(random() * bytes.length);
    bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(random() * 8));
    await writeFile(altered, bytes);
    const read = await readBackup(altered).catch((error: unknown) => error);
    if (read instanceof RefusedBackup) refused += 1;
    // Some bits of a ZIP file carry no data: times, permissions, and names that are stored twice.
    else expect(read, `byte ${position}`).toEqual(before);
  }
  expect(refused).toBeGreaterThan(10);
});

/** Checks and reads a backup completely, as a restore does. */
async function readBackup(file: string) {
  const backup = await openBackup(file);
  try {
    await checkBackup(backup, () => {});
    const texts: string[] = [];
    for (const name of filesOf(backup.manifest).keys()) texts.push(await text(backup.read(name)));
    return { manifest: backup.manifest, texts };
  } finally {
    await backup.close();
  }
}
