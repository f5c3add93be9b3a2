import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { loadCatalogue } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { pinPrice, putOnSale, takeOffSale, unpinPrice } from '../../../src/shop/catalog/prices/decide-price.server.ts';
import { priceOfTire } from '../../../src/shop/catalog/prices/price-of-tire.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { catalogue, type Row, tires } from '../price-list.ts';

const shop = catalogue();
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 8));
const decision = (onDay: number, tireId: string) => ({
  tireId,
  reason: 'a reason',
  actor: 'staff:kati',
  now: day(onDay),
});

const list = (price: string | null, more: Row = {}) => [
  ...tires(1),
  ...(price === null ? [] : [{ supplier_sku: 'P', model: 'Priced', price, ...more }]),
];

async function priced(price = '100') {
  await shop.importList(list(price), { now: day(1) });
  return (await shop.tire('P')).id;
}

/** The shop's price and the lowest price of the 30 days before, of the tire P; undefined: not for sale. */
async function offered() {
  const { tires: loaded } = await loadCatalogue(shop.database, tireReader([]));
  const tire = loaded.find(({ model }) => model === 'Priced');
  return tire && [tire.price, tire.lowestPrice30];
}

test('a pinned price stays when lists are imported, until it is unpinned', async () => {
  const id = await priced('100');
  const pinned = await pinPrice(shop.db, { ...decision(10, id), priceCents: 89_00 });
  expect(pinned).toEqual({ ok: true, before: 100_00, after: 89_00 });
  expect(await offered()).toEqual([89, 100]);
  await shop.importList(list('120'), { now: day(11) });
  expect(await offered()).toEqual([89, 100]);
  expect(await unpinPrice(shop.db, decision(12, id))).toEqual({ ok: true, before: 89_00, after: 120_00 });
  expect(await offered()).toEqual([120, 89]);
  await shop.importList(list('110'), { now: day(13) });
  expect(await offered()).toEqual([110, 89]);
});

test('a pinned price overrides the cheapest of several suppliers', async () => {
  const id = await priced('100');
  await pinPrice(shop.db, { ...decision(2, id), priceCents: 150_00 });
  await shop.importList([{ supplier: 'beta', supplier_sku: 'B', model: 'Priced', price: '75' }], { now: day(3) });
  expect(await offered()).toEqual([150, 100]);
  expect(await unpinPrice(shop.db, decision(4, id))).toMatchObject({ before: 150_00, after: 75_00 });
});

test('a tire that was taken off sale stays off sale when lists are imported, until it is put back', async () => {
  const id = await priced('100');
  expect(await takeOffSale(shop.db, decision(10, id))).toEqual({ ok: true, before: 100_00, after: null });
  expect(await offered()).toBeUndefined();
  const report = await shop.importList(list('80', { stock_supplier: '9' }), { now: day(11) });
  expect(report).toMatchObject({ updated: 1, removed: 0 });
  expect(await offered()).toBeUndefined();
  expect(await shop.stockOf('P')).toContainEqual(expect.objectContaining({ place: 'supplier:latakko', on_hand: 9 }));
  expect(await putOnSale(shop.db, decision(12, id))).toEqual({ ok: true, before: null, after: 80_00 });
  expect(await offered()).toEqual([80, 100]);
});

test('after 30 days off sale by hand a tire has no earlier price', async () => {
  const id = await priced('100');
  await takeOffSale(shop.db, decision(2, id));
  await putOnSale(shop.db, decision(40, id));
  expect(await offered()).toEqual([100, null]);
});

test('a tire that a list lacks while it is off sale by hand has no stock, and is offered again when a later list has it', async () => {
  const id = await priced('100');
  await takeOffSale(shop.db, decision(2, id));
  await shop.importList(list(null), { now: day(3), force: true });
  expect((await shop.stockOf('P')).filter(({ on_hand }) => on_hand > 0)).toEqual([]);
  expect(await putOnSale(shop.db, decision(4, id))).toEqual({ ok: true, before: null, after: null });
  await shop.importList(list('90'), { now: day(5) });
  expect(await offered()).toEqual([90, 100]);
});

test('a price may be pinned while the tire is off sale', async () => {
  const id = await priced('100');
  await shop.importList(list(null), { now: day(2), force: true });
  expect(await pinPrice(shop.db, { ...decision(3, id), priceCents: 70_00 })).toEqual({
    ok: true,
    before: null,
    after: null,
  });
  await shop.importList(list('100'), { now: day(4) });
  expect(await offered()).toEqual([70, 100]);
});

test('undo of an import keeps a pinned price and a tire off sale by hand', async () => {
  const id = await priced('100');
  const other = (await shop.tire('T1')).id;
  await shop.importList(tires(1, { price: '60' }).concat(list('120').slice(1)), { now: day(2) });
  await pinPrice(shop.db, { ...decision(3, id), priceCents: 89_00 });
  await takeOffSale(shop.db, decision(3, other));
  expect(await undoImport(shop.db, { now: day(4), actor: 'operator' })).toMatchObject({ ok: true, repriced: 0 });
  expect(await offered()).toEqual([89, 100]);
  expect(await putOnSale(shop.db, decision(5, other))).toMatchObject({ after: 79_90 });
  expect(await unpinPrice(shop.db, decision(5, id))).toMatchObject({ before: 89_00, after: 100_00 });
});

test('refuses unknown tires, bad prices, missing reasons and decisions that do not apply, and changes nothing', async () => {
  const id = await priced('100');
  const before = await shop.everything();
  expect(await pinPrice(shop.db, { ...decision(2, 'none'), priceCents: 1_00 })).toEqual({
    ok: false,
    reason: 'unknown-tire',
  });
  for (const priceCents of [0, -1, 1.5, Number.NaN, 10_000_01]) {
    expect(await pinPrice(shop.db, { ...decision(2, id), priceCents })).toEqual({ ok: false, reason: 'bad-price' });
  }
  expect(await takeOffSale(shop.db, { ...decision(2, id), reason: ' ' })).toEqual({ ok: false, reason: 'no-reason' });
  expect(await unpinPrice(shop.db, decision(2, id))).toEqual({ ok: false, reason: 'not-pinned' });
  expect(await putOnSale(shop.db, decision(2, id))).toEqual({ ok: false, reason: 'not-off-sale' });
  expect(await shop.everything()).toEqual(before);
  await takeOffSale(shop.db, decision(2, id));
  expect(await takeOffSale(shop.db, decision(3, id))).toEqual({ ok: false, reason: 'already-off-sale' });
});

test('pinning a price waits for a running import, and is dated after it', async () => {
  const id = await priced('100');
  const client = new pg.Client({ connectionString: shop.url() });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtext('rehvipood price list'))`);
  const pinning = pinPrice(shop.db, { ...decision(2, id), priceCents: 89_00 });
  await client.query(`insert into imports (at, file, actor, suppliers, counts, demonstration)
    values ('2026-01-03T08:00Z', '', 'shop', '{}', '{}', false)`);
  await client.query('commit');
  expect(await pinning).toMatchObject({ ok: true });
  const { prices } = await shop.everything();
  expect(prices.findLast(({ tire_id }) => tire_id === id)?.since.getTime()).toBe(day(3).getTime() + 1);
});

test('pinning a price tells the web processes which tire has changed', async () => {
  const id = await priced('100');
  const client = new pg.Client({ connectionString: shop.url() });
  await client.connect();
  onTestFinished(() => client.end());
  const payload = new Promise((resolve) => client.once('notification', (message) => resolve(message.payload)));
  await client.query('listen catalogue');
  await pinPrice(shop.db, { ...decision(2, id), priceCents: 89_00 });
  expect(await payload).toBe(JSON.stringify([id]));
});

test('shows the price with its sources, decisions and changes; costs only on request', async () => {
  const id = await priced('100');
  await shop.importList(
    [{ supplier: 'beta', supplier_sku: 'B', model: 'Priced', price: '75', stock_supplier: '2', stock_ringtee: '0' }],
    { now: day(2), actor: 'operator:ann', file: 'beta.csv' },
  );
  await pinPrice(shop.db, { ...decision(3, id), priceCents: 89_00 });
  await takeOffSale(shop.db, { ...decision(4, id), actor: 'staff:mart', reason: 'recalled' });
  const price = await priceOfTire(shop.db, id, { now: day(5), withCosts: false });
  expect(price).toEqual({
    id,
    title: 'Nokian Priced',
    size: '205/55 R16 91V',
    ean: null,
    onSale: false,
    offSaleBecause: 'by-hand',
    priceCents: null,
    lowestBeforeCents: null,
    setBy: null,
    listPriceCents: 100_00,
    sources: [
      { supplier: 'latakko', sku: 'P', listed: true, priceCents: 100_00, onHand: 20, leadDays: 2 },
      { supplier: 'beta', sku: 'B', listed: true, priceCents: 75_00, onHand: 2, leadDays: 2 },
    ],
    pinned: { at: day(3), actor: 'staff:kati', reason: 'a reason', priceCents: 89_00, from: null, until: null },
    planned: [],
    campaign: null,
    takenOffSale: { at: day(4), actor: 'staff:mart', reason: 'recalled' },
    changes: [
      { at: day(4), priceCents: null, cause: 'off_sale', actor: 'staff:mart', reason: 'recalled' },
      { at: day(3), priceCents: 89_00, cause: 'pinned', actor: 'staff:kati', reason: 'a reason' },
      { at: day(1), priceCents: 100_00, cause: 'list', actor: 'shop', reason: '' },
    ],
  });
  const withCosts = await priceOfTire(shop.db, id, { now: day(5), withCosts: true });
  expect(withCosts?.sources.map(({ costNet }) => costNet)).toEqual([null, null]);
  expect(await priceOfTire(shop.db, 'none', { now: day(5), withCosts: true })).toBeNull();
});
