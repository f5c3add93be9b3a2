import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { feedStates } from '../../../src/shop/catalog/supplier/feed-state.server.ts';
import { csv, nextDay, now } from '../price-list.ts';
import { listServer } from './list-server.ts';
import { estonian, supplier, supplierCsv, supplierShop, tires, twelveTires } from './supplier-shop.ts';

const shop = supplierShop();
const server = listServer();

const declared = (changes: Partial<typeof estonian> = {}) =>
  supplier({ from: { url: server.at('/list') }, ...changes });
const fetchList = (options = {}, changes = {}) =>
  shop.fetch(declared(changes), { connection: server.connection(), ...options });
const state = async () => (await feedStates(shop.db)).get('hulgi');

/** Responds with a list and this ETag, and with 304 to a request that has the ETag. */
function respondWithETag(list: string, etag: string): void {
  server.respondWith((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.setHeader('etag', etag).setHeader('last-modified', 'Sat, 21 Nov 2026 05:00:00 GMT').end(list);
  });
}

test('does not fetch an unchanged list again, except with --force or changed settings', async () => {
  respondWithETag(supplierCsv(tires()), '"one"');
  expect(await fetchList()).toMatchObject({ result: 'imported', report: { added: 3 } });
  expect(server.requests[0]?.headers).not.toHaveProperty('if-none-match');
  expect(await fetchList({ now: nextDay })).toEqual({ result: 'unchanged' });
  expect(server.requests[1]?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': 'Sat, 21 Nov 2026 05:00:00 GMT',
  });
  expect(await state()).toMatchObject({
    result: 'unchanged',
    triedAt: nextDay,
    importedAt: now,
    counts: { read: 3, added: 3 },
  });
  expect(await fetchList({ force: true })).toMatchObject({ result: 'imported', report: { unchanged: 3 } });
  expect(await fetchList()).toEqual({ result: 'unchanged' });
  const withHigherMarkup = { price: { ...estonian.price, markupPercent: 10 } };
  expect(await fetchList({}, withHigherMarkup)).toMatchObject({ result: 'imported', report: { priceChanged: 3 } });
  expect(await fetchList({ vatPercent: 25 }, withHigherMarkup)).toMatchObject({
    result: 'imported',
    // The supplier's price includes VAT: at another rate the price stays, and only the VAT in it changes.
    report: { updated: 3 },
  });
});

test('offers fewer pieces than the list says, if the supplier is known to have less', async () => {
  const counts = ['6', '1', 'jah'].map((laos, index) => ({ ...tires()[index], laos }));
  await shop.importList(supplierCsv(counts), supplier({ stock: { ...estonian.stock, keepBack: 2 } }));
  const offered = await Promise.all(['T1', 'T2', 'T3'].map((sku) => shop.stockOf(sku)));
  expect(offered.map(([stock]) => stock?.on_hand ?? 0)).toEqual([4, 0, 2]);
});

test('fetches an unchanged list again when another rate of its currency applies, and refuses it before the first rate', async () => {
  respondWithETag(supplierCsv(tires()), '"one"');
  const rates = [
    { from: '2026-11-20', perEuro: 5 },
    { from: '2026-11-21', perEuro: 10 },
  ];
  const inKronor = { price: { ...estonian.price, currency: { code: 'SEK', rates } } };
  const priceOf = async () => (await shop.tire('T1')).price_cents;
  const dayBefore = new Date('2026-11-19T10:00:00Z');
  expect(await fetchList({ now: dayBefore }, inKronor)).toMatchObject({
    result: 'refused',
    report: { failed: 3, errors: [{ column: 'price', fault: { reason: 'no-rate', currency: 'SEK' } }, {}, {}] },
  });
  expect(await fetchList({}, inKronor)).toMatchObject({ result: 'imported', report: { added: 3 } });
  const inKronorPrice = await priceOf();
  expect(await fetchList({}, inKronor)).toEqual({ result: 'unchanged' });
  expect(await fetchList({ now: nextDay }, inKronor)).toMatchObject({ report: { priceChanged: 3 } });
  expect(await priceOf()).toBe(inKronorPrice / 2);
  await fetchList({ now: nextDay });
  expect(await priceOf()).toBe(inKronorPrice * 5);
});

test('fetches a list again if another one of the supplier was imported meanwhile, so that the older does not replace the newer', async () => {
  const respondWithStock = (laos: string, before?: () => Promise<unknown>) =>
    server.respondWith((_, response) => {
      Promise.resolve(before?.()).then(() => response.end(supplierCsv(tires({ laos }))), response.destroy);
    });
  respondWithStock('6', async () => {
    respondWithStock('2');
    await fetchList();
  });
  expect(await fetchList()).toMatchObject({ result: 'imported', report: { unchanged: 3 } });
  expect(server.requests).toHaveLength(3);
  expect(await shop.stockOf('T1')).toMatchObject([{ on_hand: 2 }]);
});

test('records the time of the second attempt of a fetch that another import overtook', async () => {
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  server.respondWith((_, response) => {
    respondWithETag(supplierCsv(tires()), '"one"');
    fetchList({ now: minutesLater(1) }).then(() => response.end(supplierCsv(tires({ laos: '6' }))), response.destroy);
  });
  const times = [now, minutesLater(2)];
  await fetchList({ now: () => times.shift() ?? minutesLater(3), force: true });
  expect(await state()).toMatchObject({ triedAt: minutesLater(2), importedAt: minutesLater(2) });
  expect(await fetchList({ now: minutesLater(4) })).toEqual({ result: 'unchanged' });
});

test('fetches an unchanged list again after another list was imported by hand', async () => {
  respondWithETag(supplierCsv(tires()), '"one"');
  await fetchList();
  const byHand = Readable.from([Buffer.from(csv([{ supplier: 'hulgi', supplier_sku: 'T1', price: '1.00' }]))]);
  const options = { now: nextDay, branches: [], force: true };
  expect(await importPriceList(shop.database, byHand, options)).toMatchObject({ updated: 1, removed: 2 });
  const after = new Date(nextDay.getTime() + 60_000);
  expect(await fetchList({ now: after })).toMatchObject({
    result: 'imported',
    report: { updated: 3, priceChanged: 1 },
  });
  expect(await fetchList({ now: after })).toEqual({ result: 'unchanged' });
});

test('does not fetch an undone list again, except with --force', async () => {
  respondWithETag(supplierCsv(tires()), '"one"');
  await fetchList();
  expect(await undoImport(shop.db, { now: nextDay, actor: 'operator' })).toMatchObject({ ok: true, removed: 3 });
  expect(await fetchList({ now: nextDay })).toEqual({ result: 'unchanged' });
  expect(await fetchList({ now: nextDay, force: true })).toMatchObject({ result: 'imported', report: { updated: 3 } });
});

test('stores the ETag and Last-Modified of committed lists only', async () => {
  respondWithETag(supplierCsv(twelveTires()), '"good"');
  await fetchList();
  for (const [list, result] of [
    ['<html></html>', 'refused'],
    [supplierCsv(twelveTires().slice(0, 7)), 'refused'],
  ] as const) {
    respondWithETag(list, '"bad"');
    expect(await fetchList()).toMatchObject({ result });
    expect(await fetchList()).toMatchObject({ result });
    expect(server.requests.at(-1)?.headers['if-none-match']).toBe('"good"');
  }
  expect(await state()).toMatchObject({
    result: 'refused',
    reason: expect.stringMatching(/^5 of 12 tires of hulgi would no longer be listed/),
    refusal: { reason: 'removes-too-many', suppliers: [{ supplier: 'hulgi', removed: 5, listed: 12 }] },
    importedAt: now,
    counts: { read: 12 },
  });
  expect(await fetchList({ force: true })).toMatchObject({ result: 'imported', report: { removed: 5 } });
  expect(await state()).toMatchObject({ result: 'imported', reason: '', counts: { read: 7, removed: 5 } });
});

test('a dry run changes nothing, not even the validators', async () => {
  respondWithETag(supplierCsv(tires()), '"one"');
  const before = await shop.rows();
  expect(await fetchList({ dryRun: true })).toMatchObject({ result: 'imported', report: { added: 3, dryRun: true } });
  server.respondWith((_, response) => response.writeHead(500).end());
  expect(await fetchList({ dryRun: true })).toMatchObject({ result: 'failed' });
  expect(await state()).toBeUndefined();
  expect(await shop.rows()).toEqual(before);
});

test('fails with a message and without a request when the supplier’s key is not set', async () => {
  const withKey = supplier({ from: { url: server.at('/list'), key: { query: 'key' } } });
  const outcome = await shop.fetch(withKey, { connection: server.connection() });
  expect(outcome).toEqual({ result: 'failed', reason: 'SUPPLIER_HULGI_KEY is not set' });
  expect(server.requests).toEqual([]);
  expect(await state()).toMatchObject({ result: 'failed', reason: 'SUPPLIER_HULGI_KEY is not set', importedAt: null });
});

test('reports a missing file and a folder', async () => {
  expect(await shop.fetch(supplier({ from: { file: 'none.csv' } }))).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/none\.csv cannot be read \(ENOENT\)$/),
  });
  expect(await shop.fetch(supplier({ from: { file: '.' } }))).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/is not a regular file$/),
  });
});

test.skipIf(process.platform === 'win32')(
  'reports a named pipe in place of a file, without waiting for a writer',
  async () => {
    execFileSync('mkfifo', [join(shop.folder, 'pipe')]);
    expect(await shop.fetch(supplier({ from: { file: 'pipe' } }))).toEqual({
      result: 'failed',
      reason: expect.stringMatching(/pipe is not a regular file$/),
    });
  },
);

test('does not import a file that is written while it is read', async () => {
  const file = join(shop.folder, 'list');
  const manyTires = Array.from({ length: 5_000 }, (_, index) => ({ ...tires()[0], kood: `M${index}` }));
  await writeFile(file, supplierCsv(manyTires));
  let isWritten = false;
  const onProgress = () => {
    if (!isWritten) appendFileSync(file, supplierCsv(tires()));
    isWritten = true;
  };
  expect(await shop.fetch(supplier(), { onProgress })).toEqual({
    result: 'failed',
    reason: expect.stringMatching(/list changed while it was read$/),
  });
  expect(await shop.db.selectFrom('tires').select('id').execute()).toEqual([]);
});

test('leaves the tires of other suppliers unchanged', async () => {
  await writeFile(join(shop.folder, 'list'), supplierCsv(tires()));
  await shop.fetch(supplier());
  const otherSupplier = supplier({ id: 'teine' });
  await writeFile(join(shop.folder, 'list'), supplierCsv(tires().map((row) => ({ ...row, mudel: 'Snowproof' }))));
  expect(await shop.fetch(otherSupplier)).toMatchObject({ result: 'imported', report: { added: 3, removed: 0 } });
  await writeFile(
    join(shop.folder, 'list'),
    supplierCsv(
      tires()
        .slice(1)
        .map((row) => ({ ...row, mudel: 'Snowproof' })),
    ),
  );
  expect(await shop.fetch(otherSupplier)).toMatchObject({ result: 'imported', report: { removed: 1, unchanged: 2 } });
});

test('a cancelled fetch changes nothing and throws', async () => {
  const stop = new AbortController();
  server.respondWith((_, response) => {
    response.write('kood');
    stop.abort();
  });
  const before = await shop.rows();
  await expect(fetchList({ signal: stop.signal })).rejects.toThrow('abort');
  expect(await shop.rows()).toEqual(before);
  expect(await state()).toBeUndefined();
});
