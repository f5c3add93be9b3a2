import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { pinPrice, unpinPrice } from '../../../src/shop/catalog/prices/decide-price.server.ts';
import { importPins } from '../../../src/shop/catalog/prices/import-pins.server.ts';
import { priceOfTire } from '../../../src/shop/catalog/prices/price-of-tire.server.ts';
import {
  applyRules,
  previewRules,
  repriceOutdatedTires,
} from '../../../src/shop/catalog/prices/rules/change-rules.server.ts';
import { catalogue, tires } from '../price-list.ts';

const shop = catalogue();
const vat = [{ from: '2025-07-01', percent: 24 }];
/** Noon of a day of January 2027 in Tallinn. */
const day = (number: number) => new Date(Date.UTC(2027, 0, number, 10));
const follow = (at: Date | number) => repriceOutdatedTires(shop.database, vat, typeof at === 'number' ? day(at) : at);
const decided = (tireId: string, onDay: number) => ({
  tireId,
  reason: 'offer',
  actor: 'operator:ann',
  now: day(onDay),
});

async function listed() {
  await shop.importList(tires(1, { price: '100' }), { now: day(1) });
  return (await shop.tire('T1')).id;
}

async function offered() {
  const { price_cents, lowest_before_cents } = await shop.tire('T1');
  return [price_cents, lowest_before_cents];
}

test('a pin begins and ends at midnight in Tallinn', async () => {
  const tireId = await listed();
  const pin = { priceCents: 80_00, from: '2027-01-05', until: '2027-01-07' };
  expect(await pinPrice(shop.db, { ...decided(tireId, 2), ...pin })).toEqual({
    ok: true,
    before: 100_00,
    after: 100_00,
  });
  const midnight = (number: number, seconds: number) => new Date(Date.UTC(2027, 0, number - 1, 22, 0, seconds));
  expect(await follow(midnight(5, -1))).toBe(0);
  expect(await follow(midnight(5, 0))).toBe(1);
  expect(await offered()).toEqual([80_00, 100_00]);
  expect(await follow(6)).toBe(0);
  expect(await follow(midnight(8, -1))).toBe(0);
  expect(await follow(midnight(8, 0))).toBe(1);
  expect(await offered()).toEqual([100_00, 80_00]);
  const changes = (await priceOfTire(shop.db, tireId, { now: day(9), withCosts: false }))?.changes;
  expect(changes).toEqual([
    { at: midnight(8, 0), priceCents: 100_00, cause: 'pin-ended', actor: 'operator:ann', reason: 'offer' },
    { at: midnight(5, 0), priceCents: 80_00, cause: 'pin-began', actor: 'operator:ann', reason: 'offer' },
    { at: day(1), priceCents: 100_00, cause: 'list', actor: 'shop', reason: '' },
  ]);
});

test('the days of a pin are made up for after the shop was off', async () => {
  const tireId = await listed();
  await pinPrice(shop.db, { ...decided(tireId, 2), priceCents: 80_00, from: '2027-01-05', until: '2027-01-07' });
  expect(await follow(6)).toBe(1);
  expect(await offered()).toEqual([80_00, 100_00]);
  expect(await follow(20)).toBe(1);
  expect(await offered()).toEqual([100_00, 80_00]);
  await pinPrice(shop.db, { ...decided(tireId, 20), priceCents: 70_00, from: '2027-01-22', until: '2027-01-24' });
  expect(await follow(30)).toBe(0);
  expect(await offered()).toEqual([100_00, 80_00]);
});

test('outside its days an earlier pin applies; a list in between uses the pin of the day', async () => {
  const tireId = await listed();
  await pinPrice(shop.db, { ...decided(tireId, 2), priceCents: 90_00 });
  await pinPrice(shop.db, { ...decided(tireId, 3), priceCents: 80_00, from: '2027-01-05', until: '2027-01-07' });
  expect(await offered()).toEqual([90_00, 100_00]);
  await shop.importList(tires(1, { price: '120' }), { now: day(6) });
  expect(await offered()).toEqual([80_00, 90_00]);
  await shop.importList(tires(1, { price: '130' }), { now: day(7) });
  expect(await offered()).toEqual([80_00, 90_00]);
  await follow(8);
  expect(await offered()).toEqual([90_00, 80_00]);
});

test('unpin also ends pins that have not begun; days that are over or in the wrong order are refused', async () => {
  const tireId = await listed();
  const pin = { ...decided(tireId, 3), priceCents: 80_00 };
  for (const days of [{ until: '2027-01-02' }, { from: '2027-01-09', until: '2027-01-08' }])
    expect(await pinPrice(shop.db, { ...pin, ...days })).toEqual({ ok: false, reason: 'bad-days' });
  await pinPrice(shop.db, { ...pin, from: '2027-01-05' });
  expect(await priceOfTire(shop.db, tireId, { now: day(3), withCosts: false })).toMatchObject({
    pinned: null,
    planned: [{ priceCents: 80_00, from: '2027-01-05', until: null, actor: 'operator:ann' }],
  });
  expect(await unpinPrice(shop.db, decided(tireId, 4))).toMatchObject({ ok: true });
  expect(await unpinPrice(shop.db, decided(tireId, 4))).toEqual({ ok: false, reason: 'not-pinned' });
  await follow(6);
  expect(await offered()).toEqual([100_00, null]);
});

test('price rules apply again when a pin has ended', async () => {
  const tireId = await listed();
  await shop.db.updateTable('tire_sources').set({ cost_net: 70 }).execute();
  const file = { file: 'prices.config.ts', content: { markup: [{ name: 'rest', percent: 20 }] }, vat };
  const previewed = await previewRules(shop.database, file, { now: day(2) });
  if (!previewed.ok) throw new Error(previewed.reason);
  const { hash } = previewed.preview;
  await applyRules(shop.database, file, { hash, now: day(2), actor: 'operator' });
  await pinPrice(shop.db, { ...decided(tireId, 3), priceCents: 95_00, until: '2027-01-04' });
  expect(await offered()).toEqual([95_00, 100_00]);
  expect(await follow(5)).toBe(1);
  expect(await offered()).toEqual([104_16, 95_00]);
});

test('a list of pins names its bad rows, pins the good ones at once, and changes nothing in a dry run', async () => {
  await shop.importList(tires(4, { price: '100' }), { now: day(1) });
  const [t1, t2, t3] = await Promise.all(['T1', 'T2', 'T3'].map(async (sku) => (await shop.tire(sku)).id));
  const list = [
    'id;price;from;to;who',
    `${t1};79,90;;;Mart`,
    `${t2};60;5.01.2027;2027-01-07;`,
    `${t2};65;2027-01-08;;`,
    `${t2};66;2027-01-07;;`,
    `${t3};0;;;`,
    'none;50;;;',
    `${t3};50;32.01.2027;;`,
    `${t3};50;2027-01-05;2027-01-04;`,
    `${t3};50;;2027-01-01;`,
    `${t3};50;;;Mart: the owner`,
  ].join('\n');
  const options = { reason: 'offers', actor: 'operator:ann', belowFloor: false, now: day(2) };
  const before = await shop.everything();
  const imported = (dryRun: boolean) =>
    importPins(shop.database, Readable.from([Buffer.from(list)]), { ...options, dryRun });
  const report = {
    refusal: null,
    pins: 3,
    changed: 1,
    moves: [{ tireId: t1, before: 100_00, after: 79_90 }],
    bad: 7,
    badRows: [
      { line: 5, column: 'id', problem: 'is also in line 3, for the same days' },
      { line: 6, column: 'price', problem: 'is less than 0.01' },
      { line: 7, column: 'id', problem: 'names no known tire' },
      { line: 8, column: 'from', problem: 'is not a day, such as 2027-03-01' },
      { line: 9, column: 'to', problem: 'is before from' },
      { line: 10, column: 'to', problem: 'is in the past' },
      { line: 11, column: 'who', problem: 'is not a name of at most 32 characters' },
    ],
  };
  expect(await imported(true)).toEqual(report);
  expect(await shop.everything()).toEqual(before);
  expect(await shop.db.selectFrom('price_decisions').selectAll().execute()).toEqual([]);
  expect(await imported(false)).toEqual(report);
  const price = await priceOfTire(shop.db, t1 ?? '', { now: day(2), withCosts: false });
  expect(price).toMatchObject({
    priceCents: 79_90,
    pinned: { priceCents: 79_90, actor: 'operator:Mart', reason: 'offers', at: day(2) },
  });
  const planned = (await priceOfTire(shop.db, t2 ?? '', { now: day(2), withCosts: false }))?.planned;
  expect(planned).toMatchObject([
    { priceCents: 60_00, from: '2027-01-05', until: '2027-01-07', actor: 'operator:ann' },
    { priceCents: 65_00, from: '2027-01-08', until: null },
  ]);
});

test('a list of pins without a good row is refused', async () => {
  const importing = (list: string) =>
    importPins(shop.database, Readable.from([Buffer.from(list)]), {
      ...{ reason: 'offers', actor: 'operator', belowFloor: false, dryRun: false, now: day(2) },
    });
  expect(await importing('id;price\nnone;50\n')).toMatchObject({ refusal: 'it has no good row', pins: 0, bad: 1 });
  expect(await importing('tire;price\nnone;50\n')).toMatchObject({ refusal: 'missing column id' });
});

test('a list of pins with two columns of the same name is refused', async () => {
  await shop.importList(tires(1, { price: '100' }), { now: day(1) });
  const list = Buffer.from(`id;price;Price\n${(await shop.tire('T1')).id};50;60\n`);
  const options = { reason: 'offers', actor: 'operator', belowFloor: false, dryRun: false, now: day(2) };
  expect(await importPins(shop.database, Readable.from([list]), options)).toMatchObject({
    refusal: 'column price named twice',
    pins: 0,
  });
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 100_00 });
});

test('a price with a comma in a list with commas, and a row that is cut off, are bad rows', async () => {
  await shop.importList(tires(3, { price: '100' }), { now: day(1) });
  const [t1, t2, t3] = await Promise.all(['T1', 'T2', 'T3'].map(async (sku) => (await shop.tire(sku)).id));
  const list = `id,price\n${t1},79,90\n${t2},"79,90"\n${t3}\n`;
  const options = { reason: 'offers', actor: 'operator', belowFloor: false, dryRun: false, now: day(2) };
  expect(await importPins(shop.database, Readable.from([Buffer.from(list)]), options)).toMatchObject({
    pins: 1,
    moves: [{ tireId: t2, after: 79_90 }],
    badRows: [
      { line: 2, column: 'the row', problem: 'has 3 fields where the header has 2' },
      { line: 4, column: 'the row', problem: 'has 1 fields where the header has 2' },
    ],
  });
});
