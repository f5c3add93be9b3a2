import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { catalogue, csv, nextDay, now, tires } from './price-list.ts';

const shop = catalogue();
const evening = new Date('2026-11-21T18:00:00Z');

test('imports every column of a new tire', async () => {
  const row = { supplier_sku: 'A1', ean: '6419440382319', size: '205/55 R16 94V XL', marks: 'fr', eprel_id: '613233' };
  const report = await shop.importList([row]);
  expect(report).toMatchObject({ read: 1, added: 1, failed: 0, errors: [], warnings: [], changed: true });
  const tire = await shop.tire('A1');
  expect(tire.id).toMatch(/^nokian-hakka-blue-3-205-55-r16-94v-[0-9a-hjkmnp-tv-z]{5}$/);
  expect(tire).toMatchObject({
    supplier: 'latakko',
    ean: '6419440382319',
    manufacturer_id: 'nokian',
    model: 'Hakka Blue 3',
    season: 'summer',
    tread_width: 205,
    profile: 55,
    diameter: 16,
    load_index: '94',
    speed_index: 'V',
    marks: ['XL', 'FR'],
    fuel: 'C',
    noise_db: 67,
    eprel_id: 613233,
    dot_year: 2026,
    weight_grams: 9100,
    price_cents: 7990,
    on_sale: true,
    changed_at: now,
  });
  expect(await shop.stockOf('A1')).toEqual([
    { place: 'ringtee', on_hand: 4, held: 0, lead_days: 0 },
    { place: 'supplier:latakko', on_hand: 20, held: 0, lead_days: 2 },
  ]);
  const { prices } = await shop.everything();
  expect(prices).toEqual([{ tire_id: tire.id, price_cents: 7990, since: now }]);
});

test('changes nothing for the same list, and reports that nothing changed', async () => {
  const list = csv(tires(3));
  await shop.importList(list);
  const before = await shop.everything();
  const report = await shop.importList(list, { now: nextDay });
  expect(report).toMatchObject({ read: 3, added: 0, updated: 0, unchanged: 3, removed: 0, changed: false });
  expect(await shop.everything()).toEqual(before);
});

test('adds a changed price to the price history', async () => {
  await shop.importList(tires(2));
  // In quotes, because commas separate the columns.
  const changedPrice = { supplier_sku: 'T1', price: '"74,50"' };
  const report = await shop.importList([changedPrice, { supplier_sku: 'T2' }], { now: nextDay });
  expect(report).toMatchObject({ updated: 1, priceChanged: 1, stockChanged: 0, unchanged: 1, changed: true });
  const { id, price_cents, changed_at } = await shop.tire('T1');
  expect({ price_cents, changed_at }).toEqual({ price_cents: 7450, changed_at: nextDay });
  const { prices } = await shop.everything();
  expect(prices.filter(({ tire_id }) => tire_id === id)).toEqual([
    { tire_id: id, price_cents: 7990, since: now },
    { tire_id: id, price_cents: 7450, since: nextDay },
  ]);
});

test('updates the stock, and keeps the holds of orders', async () => {
  await shop.importList(tires(2));
  await shop.db.updateTable('stock').set({ held: 3 }).where('place', '=', 'ringtee').execute();
  const counts = { stock_ringtee: '1', stock_annelinn: '7', stock_supplier: '0', lead_days: '' };
  const report = await shop.importList([{ supplier_sku: 'T1', ...counts }, { supplier_sku: 'T2' }]);
  expect(report).toMatchObject({ updated: 1, stockChanged: 1, priceChanged: 0, unchanged: 1 });
  expect(await shop.stockOf('T1')).toEqual([
    { place: 'annelinn', on_hand: 7, held: 0, lead_days: 0 },
    { place: 'ringtee', on_hand: 1, held: 3, lead_days: 0 },
    { place: 'supplier:latakko', on_hand: 0, held: 0, lead_days: 0 },
  ]);
  expect(await shop.stockOf('T2')).toMatchObject([{ on_hand: 4, held: 3 }, { on_hand: 20 }]);
});

test('keeps the stock of a location without its column', async () => {
  await shop.importList(tires(1));
  const list = csv(tires(1, { stock_ringtee: '9' })).replace('stock_ringtee', 'ringtee');
  const report = await shop.importList(list);
  expect(report.warnings).toEqual([
    'column ringtee is unknown and not read',
    'column stock_ringtee is missing: stock there stays as it is',
  ]);
  expect(report).toMatchObject({ unchanged: 1, changed: false });
});

test('takes a tire off sale that its supplier no longer lists, and puts it back on sale later', async () => {
  await shop.importList([...tires(3), { supplier: 'other', supplier_sku: 'O1', model: 'Else' }]);
  const { id } = await shop.tire('T3');
  expect(await shop.importList(tires(2), { now: nextDay })).toMatchObject({ removed: 1, unchanged: 2, changed: true });
  expect(await shop.tire('T3')).toMatchObject({ id, on_sale: false, changed_at: nextDay });
  expect(await shop.stockOf('T3')).toMatchObject([{ on_hand: 0 }, { on_hand: 0 }]);
  expect(await shop.tire('O1')).toMatchObject({ on_sale: true });
  expect(await shop.importList(tires(3))).toMatchObject({ added: 0, updated: 1, stockChanged: 1, unchanged: 2 });
  expect(await shop.tire('T3')).toMatchObject({ id, on_sale: true });
});

test('a list without branch columns leaves the stock of branches as it is, also of tires that it takes off sale', async () => {
  await shop.importList(tires(2));
  const ofSupplier = csv(tires(1, { supplier_sku: 'T2' }))
    .replace('stock_ringtee', 'a')
    .replace('stock_annelinn', 'b');
  expect(await shop.importList(ofSupplier, { now: nextDay })).toMatchObject({ removed: 1 });
  expect(await shop.tire('T1')).toMatchObject({ on_sale: false });
  const stockAfter = [
    { place: 'ringtee', on_hand: 4 },
    { place: 'supplier:latakko', on_hand: 0 },
  ];
  expect(await shop.stockOf('T1')).toMatchObject(stockAfter);
  await undoImport(shop.db, { now: evening, actor: 'operator' });
  expect(await shop.stockOf('T1')).toMatchObject([{ on_hand: 4 }, { on_hand: 20 }]);
});

test('undoing an import keeps stock that arrived at a branch after it, also of a tire that the import added', async () => {
  await shop.importList(tires(1));
  await shop.importList(tires(2), { now: nextDay });
  const { id } = await shop.tire('T2');
  // Two more have arrived, for example from a purchase.
  await shop.db
    .updateTable('stock')
    .set({ on_hand: 6 })
    .where('tire_id', '=', id)
    .where('place', '=', 'ringtee')
    .execute();
  expect(await undoImport(shop.db, { now: evening, actor: 'operator' })).toMatchObject({ ok: true, removed: 1 });
  expect(await shop.stockOf('T2')).toMatchObject([
    { place: 'ringtee', on_hand: 2 },
    { place: 'supplier:latakko', on_hand: 0 },
  ]);
});

test('treats the name of a manufacturer in capitals as the same manufacturer', async () => {
  await shop.importList([{ supplier_sku: 'A' }, { supplier_sku: 'B', manufacturer: 'NOKIAN' }]);
  await shop.importList([{ supplier_sku: 'A' }, { supplier_sku: 'B' }, { supplier_sku: 'C', manufacturer: 'nokian' }]);
  expect((await shop.everything()).manufacturers).toEqual([{ id: 'nokian', label: 'Nokian' }]);
});

test('lengthens the hash in tire ids that would collide, whether both tires are new or one exists', async () => {
  // SKUs that were found by search: the SHA-256 of their tires begin with the same five characters.
  await shop.importList([{ supplier_sku: 'C604' }, { supplier_sku: 'C5204' }]);
  const { id } = await shop.tire('C604');
  expect(id).toMatch(/-tq5eh[0-9a-z]{3}$/);
  expect((await shop.tire('C5204')).id).toMatch(/-tq5eh[0-9a-z]{3}$/);
  await shop.importList([{ supplier_sku: 'C604' }, { supplier_sku: 'C5204' }, { supplier_sku: 'C4412' }]);
  expect((await shop.tire('C4412')).id).toMatch(/-h1y4j$/);
  // C4412 is no longer listed, but keeps its id.
  await shop.importList([{ supplier_sku: 'C604' }, { supplier_sku: 'C5204' }, { supplier_sku: 'C13613' }]);
  expect((await shop.tire('C13613')).id).toMatch(/-h1y4j[0-9a-z]{3}$/);
  expect((await shop.tire('C604')).id).toBe(id);
});

test('after a large list PostgreSQL knows the sizes of the tables, so that prices can be previewed at once', async () => {
  await shop.importList(tires(1_000));
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as table, reltuples::integer as rows from pg_class
    where oid in ('tires'::regclass, 'tire_sources'::regclass, 'stock'::regclass) order by 1`.execute(shop.db);
  expect(rows).toEqual([
    { table: 'stock', rows: 2_000 },
    { table: 'tire_sources', rows: 1_000 },
    { table: 'tires', rows: 1_000 },
  ]);
});
