import { expect, test } from 'vitest';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { changeStock } from '../../src/shop/checkout/desk/stock.server.ts';
import { readStockOfTire } from '../../src/shop/checkout/desk/stock-of-tire.server.ts';
import { testShopContext } from '../support/shop-context.ts';
import { catalogue, nextDay, now, type Row, tires } from './price-list.ts';

const shop = catalogue();
const evening = new Date('2026-11-21T18:00:00Z');
const ean = '6419440382319';
const beta: Row = { supplier: 'beta', supplier_sku: 'B1', ean, price: '70' };

function undo(options: { dryRun?: boolean; now?: Date } = {}) {
  return undoImport(shop.db, { now: evening, actor: 'operator', ...options });
}

/** The catalogue without timestamps, imports, price history and empty stock locations. */
async function state() {
  const { tires: rows, sources, stock } = await shop.everything();
  return {
    // `lowest_before_cents` differs: the undone price was in force, so it counts as an earlier price.
    tires: rows.map(({ changed_at: _, lowest_before_cents: _lowest, ...tire }) => tire),
    sources,
    stock: stock.filter(({ on_hand, held }) => on_hand + held > 0),
  };
}

test('undoes the last import completely: sources, prices, stock, tires on sale', async () => {
  await shop.importList([...tires(3, { ean: '' }), { ...beta, model: 'Else' }]);
  const before = await state();
  const list: Row[] = [
    { supplier_sku: 'T1', price: '60', stock_ringtee: '9' },
    { supplier_sku: 'T2', model: 'Hakka Blue 4', stock_annelinn: '2', lead_days: '7' },
    { supplier_sku: 'T9', model: 'Fresh' },
    { ...beta, model: 'Else', price: '71' },
  ];
  await shop.importList(list, { now: nextDay, file: 'wrong.csv' });
  const dryRun = await undo({ dryRun: true });
  expect(dryRun).toMatchObject({ ok: true, import: { file: 'wrong.csv' }, restored: 4, unlisted: 1, removed: 1 });
  expect(await undo()).toEqual(dryRun);
  const { tires: allTires, sources, stock } = await state();
  expect(allTires.filter(({ supplier_sku }) => supplier_sku === 'T9')).toMatchObject([{ on_sale: false }]);
  expect(allTires.filter(({ supplier_sku }) => supplier_sku !== 'T9')).toEqual(before.tires);
  expect(sources.filter(({ supplier_sku }) => supplier_sku !== 'T9')).toEqual(before.sources);
  expect(stock).toEqual(before.stock);
  const { id } = await shop.tire('T1');
  expect((await shop.everything()).prices.filter(({ tire_id }) => tire_id === id)).toEqual([
    { tire_id: id, price_cents: 7990, since: now },
    { tire_id: id, price_cents: 6000, since: nextDay },
    { tire_id: id, price_cents: 7990, since: evening },
  ]);
  expect((await shop.everything()).imports).toMatchObject([
    { undone_at: null },
    { file: 'wrong.csv', undone_at: evening, undone_by: 'operator', counts: { added: 1, updated: 3, removed: 1 } },
  ]);
});

test('keeps sales, holds and stock counts that were made since the import', async () => {
  await shop.importList(tires(3));
  await shop.importList(tires(3, { stock_ringtee: '10', stock_supplier: '50' }), { now: nextDay });
  const [t1, t2, t3] = await Promise.all(['T1', 'T2', 'T3'].map(async (sku) => (await shop.tire(sku)).id));
  const stockAtRingtee = (id = '') =>
    shop.db.updateTable('stock').where('tire_id', '=', id).where('place', '=', 'ringtee');
  // Of ten of each: three of T1 and nine of T2 are sold, and eight of T3 are counted.
  await stockAtRingtee(t1).set({ on_hand: 7, held: 2 }).execute();
  await stockAtRingtee(t2).set({ on_hand: 1 }).execute();
  await stockAtRingtee(t3).set({ on_hand: 8 }).execute();
  const count = { tire_id: t3 ?? '', place: 'ringtee', before: 10, after: 8, at: evening, actor: 'operator' };
  await shop.db.insertInto('stock_changes').values(count).execute();
  await undo();
  // Before the undone import there were four of each: 4 - 3 of T1, none of T2, and the counted eight of T3.
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 1, held: 2 });
  expect((await shop.stockOf('T2'))[0]).toMatchObject({ on_hand: 0 });
  expect((await shop.stockOf('T3'))[0]).toMatchObject({ on_hand: 8 });
  expect((await shop.stockOf('T1'))[1]).toMatchObject({ place: 'supplier:latakko', on_hand: 20 });
});

test('keeps what was counted while the import ran, and what was counted after it by an act that had begun before', async () => {
  await shop.importList(tires(2));
  const [t1 = '', t2 = ''] = await Promise.all(['T1', 'T2'].map(async (sku) => (await shop.tire(sku)).id));
  const later = new Date(nextDay.getTime() + 1_000);
  const counted = { reason: 'counted', actor: 'operator', allowBelowPromised: true };
  const countT1 = () =>
    changeStock(testShopContext(shop.db, { now: () => later }), {
      ...counted,
      ...{ tireId: t1, place: 'ringtee', pieces: { counted: 7 } },
    });
  const list = tires(2, { stock_ringtee: '10' });
  expect(await shop.importList(list, { now: nextDay, inspect: async () => void (await countT1()) })).toMatchObject({
    stockChanged: 2,
  });
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 10 });
  expect((await readStockOfTire(shop.db, t1))?.counted).toMatchObject([
    { place: 'ringtee', at: nextDay, reason: 'price list' },
  ]);
  // An act that began before the import, and waited for its end.
  const act = { tire_id: t2, place: 'ringtee', before: 10, after: 1, at: now, actor: 'operator' };
  await shop.db.insertInto('stock_changes').values(act).execute();
  await shop.db
    .updateTable('stock')
    .set({ on_hand: 1 })
    .where('tire_id', '=', t2)
    .where('place', '=', 'ringtee')
    .execute();
  expect((await readStockOfTire(shop.db, t2))?.counted).toMatchObject([{ place: 'ringtee', at: now, reason: '' }]);
  await undo();
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 7 });
  expect((await shop.stockOf('T2'))[0]).toMatchObject({ place: 'ringtee', on_hand: 1 });
});

test('subtracts the tires sold since the imports from the stock that undoing them restores', async () => {
  const at = (seconds: number) => new Date(nextDay.getTime() + seconds * 1000);
  await shop.importList(tires(2, { stock_ringtee: '20' }));
  await shop.importList(tires(2, { stock_ringtee: '4' }), { now: at(0) });
  await shop.importList(tires(2, { stock_ringtee: '10' }), { now: at(1) });
  const setStockOfT1 = async (on_hand: number) =>
    shop.db
      .updateTable('stock')
      .set({ on_hand })
      .where('tire_id', '=', (await shop.tire('T1')).id)
      .where('place', '=', 'ringtee')
      .execute();
  await setStockOfT1(3);
  await undo({ now: at(2) });
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 0 });
  await undo({ now: at(3) });
  // Seven of the ten T1 were sold, and no T2: 20 - 7, and 20.
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ on_hand: 13 });
  expect((await shop.stockOf('T2'))[0]).toMatchObject({ on_hand: 20 });
});

test('removes a source that the import added, with its price and stock', async () => {
  await shop.importList(tires(1, { ean }));
  await shop.importList([beta], { now: nextDay });
  // The description is that of the first supplier by name, so the tire is now found by beta's SKU.
  expect(await shop.tire('B1')).toMatchObject({ price_cents: 7000 });
  await undo();
  const { tires: allTires, stock } = await state();
  expect(allTires).toMatchObject([{ supplier: 'latakko', price_cents: 7990, on_sale: true }]);
  expect(stock.map(({ place }) => place)).toEqual(['ringtee', 'supplier:latakko']);
});

test('undoes earlier imports while their previous sources are stored', async () => {
  const before: unknown[] = [];
  // Seven imports, of which the last five can be undone.
  for (let price = 50; price < 57; price += 1) {
    before.push((await state()).tires);
    await shop.importList(tires(1, { price: `${price}` }), { now: new Date(now.getTime() + price * 60_000) });
  }
  for (let round = 6; round >= 2; round -= 1) {
    expect(await undo({ now: new Date(evening.getTime() + round) })).toMatchObject({ ok: true });
    expect((await state()).tires).toEqual(before[round]);
  }
  expect(await undo()).toEqual({ ok: false, reason: 'no-record' });
  const { rows } = await shop.pool.query('select distinct import_id from import_sources');
  expect(rows).toHaveLength(5);
});

test('finds nothing to undo before the first import, after a dry run, and after an import without changes', async () => {
  expect(await undo()).toEqual({ ok: false, reason: 'no-import' });
  await shop.importList(tires(1), { dryRun: true });
  expect(await undo()).toEqual({ ok: false, reason: 'no-import' });
  await shop.importList(tires(1));
  await shop.importList(tires(1), { now: nextDay });
  expect(await undo()).toMatchObject({ ok: true, unlisted: 1, removed: 1 });
  expect(await undo()).toEqual({ ok: false, reason: 'no-import' });
});

test('restores the demonstration when the first real list is undone', async () => {
  await shop.importList(tires(12, { supplier: 'demo', ean }), { demonstration: true });
  const before = await state();
  await shop.importList(tires(1, { ean }), { now: nextDay });
  await undo();
  const { sources, tires: allTires } = await state();
  expect(allTires.filter(({ supplier }) => supplier === 'demo')).toEqual(before.tires);
  expect(sources.filter(({ supplier }) => supplier === 'demo')).toEqual(before.sources);
  expect((await shop.everything()).state).toEqual([{ demonstration: true }]);
});

test('refuses to undo the demonstration', async () => {
  await shop.importList(tires(3, { supplier: 'demo' }), { demonstration: true });
  const before = await shop.everything();
  expect(await undo()).toEqual({ ok: false, reason: 'demonstration' });
  expect(await shop.everything()).toEqual(before);
});

test('notifies the web processes, and waits for a running import', async () => {
  await shop.importList(tires(2));
  const notifications: string[] = [];
  const listener = await shop.pool.connect();
  listener.on('notification', ({ payload = '' }) => notifications.push(payload));
  await listener.query('listen catalogue');
  const lockHolder = await shop.pool.connect();
  await lockHolder.query(`begin; select pg_advisory_xact_lock(hashtext('rehvipood price list'))`);
  const onWait = () => void lockHolder.query('commit');
  expect(await undoImport(shop.db, { now: evening, actor: 'operator', onWait })).toMatchObject({ ok: true });
  // The response to a query arrives after all notifications before it.
  await listener.query('select 1');
  const closeConnection = true;
  listener.release(closeConnection);
  lockHolder.release();
  expect(notifications).toEqual(['all']);
});

test('import_sources has every column of tire_sources, in the same order', async () => {
  const { rows } = await shop.pool.query<{ table_name: string; columns: string[] }>(`
    select table_name, array_agg(column_name || ' ' || data_type order by ordinal_position) as columns
    from information_schema.columns where table_name in ('tire_sources', 'import_sources') group by 1 order by 1`);
  const [storedColumns, sourceColumns] = rows.map(({ columns }) => columns);
  expect(storedColumns).toEqual(['import_id bigint', ...(sourceColumns ?? [])]);
});
