import { expect, test } from 'vitest';
import { catalogue, csv, nextDay, type Row, tires } from './price-list.ts';

const shop = catalogue();

test('strict: imports nothing if one row is invalid', async () => {
  await shop.importList(tires(2));
  const before = await shop.everything();
  const report = await shop.importList([...tires(3), { supplier_sku: 'T4', price: 'free' }], { strict: true });
  expect(report).toMatchObject({ refusal: { reason: 'bad-rows' }, failed: 1, changed: false });
  expect(await shop.everything()).toEqual(before);
  expect(await shop.importList(tires(3), { strict: true })).toMatchObject({ refusal: null, added: 1 });
});

test('if a spreadsheet has rounded an EAN, imports the tire without EAN and warns', async () => {
  const report = await shop.importList([{ ean: '6.41944E+12' }], { strict: true });
  expect(report).toMatchObject({ added: 1, failed: 0 });
  expect(report.warnings).toEqual(['line 2: ean "6.41944E+12" is left out, because a spreadsheet has rounded it']);
  expect((await shop.everything()).tires).toMatchObject([{ supplier_sku: 'T1', ean: null }]);
});

test('strict: a repeated row is invalid too', async () => {
  const report = await shop.importList([...tires(1), ...tires(1)], { strict: true });
  expect(report).toMatchObject({ refusal: { reason: 'bad-rows' } });
});

test('a dry run reports the changes and makes none', async () => {
  await shop.importList(tires(3));
  const before = await shop.everything();
  const rows = [{ supplier_sku: 'T1', price: '60' }, { supplier_sku: 'T2' }, { supplier_sku: 'T4' }];
  const report = await shop.importList(rows, { dryRun: true, now: nextDay });
  expect(report).toMatchObject({ added: 1, updated: 1, unchanged: 1, removed: 1, changed: false, dryRun: true });
  expect(await shop.everything()).toEqual(before);
});

test('refuses a list that would remove more than a third of a supplier’s tires, except with --force', async () => {
  await shop.importList([...tires(12), ...tires(30, { supplier: 'large', model: 'Else' })]);
  expect(await shop.importList(tires(8))).toMatchObject({ refusal: null, removed: 4 });
  await shop.importList(tires(12));
  const before = await shop.everything();
  const shortList = [...tires(7), ...tires(30, { supplier: 'large', model: 'Else' })];
  expect(await shop.importList(shortList)).toMatchObject({
    refusal: { reason: 'removes-too-many', suppliers: [{ supplier: 'latakko', removed: 5, listed: 12 }] },
    changed: false,
  });
  expect(await shop.everything()).toEqual(before);
  expect(await shop.importList(shortList, { force: true })).toMatchObject({ refusal: null, removed: 5, unchanged: 37 });
});

test('refuses a list in which nearly all tires in stock at a place have none, except with --force', async () => {
  await shop.importList([...tires(12), ...tires(9, { supplier: 'small', model: 'Else', stock_ringtee: '0' })]);
  const without = (count: number, none: Row) =>
    tires(12).map((row, index) => (index < count ? { ...row, ...none } : row));
  expect(await shop.importList(without(10, { stock_supplier: '0' }))).toMatchObject({
    refusal: null,
    stockChanged: 10,
  });
  await shop.importList(tires(12));
  const before = await shop.everything();
  expect(await shop.importList(without(11, { stock_supplier: '0' }))).toMatchObject({
    refusal: { reason: 'empties-stock', places: [{ place: 'supplier:latakko', emptied: 11, inStock: 12 }] },
    changed: false,
  });
  expect(await shop.importList(without(12, { stock_ringtee: '' }))).toMatchObject({
    refusal: { reason: 'empties-stock', places: [{ place: 'ringtee', emptied: 12, inStock: 12 }] },
  });
  expect(await shop.everything()).toEqual(before);
  const forced = await shop.importList(without(11, { stock_supplier: '0' }), { force: true });
  expect(forced).toMatchObject({ refusal: null, stockChanged: 11 });
  const small = tires(9, { supplier: 'small', model: 'Else', stock_ringtee: '0', stock_supplier: '0' });
  expect(await shop.importList(small)).toMatchObject({ refusal: null, stockChanged: 9 });
});

test('accepts a list in which other tires than before are in stock at a place', async () => {
  const inStock = (isInStock: (index: number) => boolean) =>
    tires(24).map((row, index) => (isInStock(index) ? row : { ...row, stock_supplier: '0' }));
  await shop.importList(inStock((index) => index < 12));
  expect(await shop.importList(inStock((index) => index >= 12))).toMatchObject({ refusal: null, stockChanged: 24 });
});

test('accepts an empty list of a supplier with fewer than ten tires', async () => {
  await shop.importList(tires(9));
  expect(await shop.importList(tires(1))).toMatchObject({ refusal: null, removed: 8, unlisted: 8 });
});

test('the first real list replaces the demonstration, whatever its size', async () => {
  await shop.importList(tires(4, { supplier: 'demo' }), { demonstration: true });
  expect((await shop.everything()).state).toEqual([{ demonstration: true }]);
  expect(await shop.importList([{ supplier_sku: 'real' }])).toMatchObject({ added: 1, removed: 4, refusal: null });
  const { state, tires: allTires } = await shop.everything();
  expect(state).toEqual([{ demonstration: false }]);
  expect(allTires.filter(({ on_sale }) => on_sale).map(({ supplier_sku }) => supplier_sku)).toEqual(['real']);
  expect(await shop.importList(tires(1, { supplier: 'demo' }), { demonstration: true })).toMatchObject({
    refusal: { reason: 'catalogue-is-real' },
  });
});

test('an unreadable real list leaves the demonstration in place', async () => {
  await shop.importList(tires(4, { supplier: 'demo' }), { demonstration: true });
  const before = await shop.everything();
  expect(await shop.importList([{ price: 'x' }])).toMatchObject({ refusal: { reason: 'no-good-row' } });
  expect(await shop.everything()).toEqual(before);
});

test('notifies the web processes of a change, and only of a change', async () => {
  const notifications: string[] = [];
  const listener = await shop.pool.connect();
  listener.on('notification', ({ payload = '' }) => notifications.push(payload));
  await listener.query('listen catalogue');
  const list = csv(tires(1));
  await shop.importList(list, { dryRun: true });
  await shop.importList(list);
  await shop.importList(list);
  // The response to a query arrives after all notifications before it.
  await listener.query('select 1');
  const closeConnection = true;
  listener.release(closeConnection);
  expect(notifications).toEqual(['all']);
});
