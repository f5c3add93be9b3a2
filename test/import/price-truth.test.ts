import { expect, test } from 'vitest';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { loadCatalogue } from '../../src/shop/catalog/load-catalogue.server.ts';
import { productReader } from '../../src/shop/catalog/tire-row.server.ts';
import { catalogue, type Row, tires } from './price-list.ts';

const shop = catalogue();
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 8));

/** Imports a price on each day (null: the supplier does not list the tire); what the shop then says of it. */
async function told(prices: [day: number, price: string | null][], more: Row[] = []) {
  for (const [on, price] of prices) {
    const row = price === null ? [] : [{ supplier_sku: 'P', model: 'Priced', price }];
    await shop.land([...tires(1), ...row, ...more], { now: day(on) });
  }
  const found = (await loadCatalogue(shop.database, productReader([]))).tires.find(({ model }) => model === 'Priced');
  return found && [found.price, found.lowestPrice30];
}

test.each<[string, [number, string | null][], [number, number | null]]>([
  ['a tire that never had another price has no earlier one', [[1, '100']], [100, null]],
  [
    'a reduction is set against the price before it',
    [
      [1, '100'],
      [60, '80'],
    ],
    [80, 100],
  ],
  [
    'so it is for a tire younger than 30 days',
    [
      [1, '100'],
      [10, '80'],
    ],
    [80, 100],
  ],
  [
    'put up and down again within 30 days: the lower price of before counts',
    [
      [1, '80'],
      [40, '120'],
      [50, '80'],
    ],
    [80, 80],
  ],
  [
    'a price that ended on the 30th day before still counts',
    [
      [1, '80'],
      [40, '120'],
      [69, '90'],
    ],
    [90, 80],
  ],
  [
    'one that ended earlier does not',
    [
      [1, '80'],
      [40, '120'],
      [71, '90'],
    ],
    [90, 120],
  ],
  [
    'several reductions in a row: each against the one before it',
    [
      [1, '100'],
      [40, '90'],
      [45, '80'],
    ],
    [80, 90],
  ],
  [
    'the same price said again is no new price',
    [
      [1, '100'],
      [60, '80'],
      [90, '80'],
    ],
    [80, 100],
  ],
  [
    'off sale for longer than 30 days: no price was asked that one could compare with',
    [
      [1, '100'],
      [10, null],
      [50, '80'],
    ],
    [80, null],
  ],
  [
    'off sale for a week: what was asked before it still counts',
    [
      [1, '100'],
      [40, null],
      [47, '80'],
    ],
    [80, 100],
  ],
  [
    'back at the same price: no reduction',
    [
      [1, '100'],
      [40, null],
      [47, '100'],
    ],
    [100, 100],
  ],
])('%s', async (_, prices, expected) => {
  expect(await told(prices)).toEqual(expected);
});

test('a list that took longer than one that was begun after it: the prices stand in the order in which they were asked', async () => {
  const minute = (number: number) => new Date(day(60).getTime() + number * 60_000);
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '90' }], { now: day(1) });
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '100' }], { now: minute(2) });
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '80' }], { now: minute(1) });
  expect((await shop.everything()).prices.map(({ price_cents }) => price_cents)).toEqual([9000, 10000, 8000]);
  // 80 was asked for these forty days, 100 for a moment before them.
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '95' }], { now: day(100) });
  expect(await shop.tire('P')).toMatchObject({ price_cents: 9500, lowest_before_cents: 8000 });
});

test('taking back while a longer list is read: what lands last is the price of the history, too', async () => {
  const minute = (number: number) => new Date(day(60).getTime() + number * 60_000);
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '90' }], { now: day(1) });
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '95' }], { now: minute(3) });
  expect(await undoImport(shop.db, { now: minute(2), actor: 'operator' })).toMatchObject({ ok: true });
  await shop.land([{ supplier_sku: 'P', model: 'Priced', price: '80' }], { now: minute(1) });
  expect((await shop.everything()).prices.map(({ price_cents }) => price_cents)).toEqual([9000, 9500, 9000, 8000]);
  const { imports } = await shop.everything();
  const [, taken, last] = imports;
  expect(taken?.undone_at?.getTime()).toBeGreaterThan(taken?.at.getTime() ?? 0);
  expect(last?.at.getTime()).toBeGreaterThan(taken?.undone_at?.getTime() ?? 0);
});

test('a price that changes because another supplier leads is a change like any other', async () => {
  const cheaper = { supplier: 'beta', supplier_sku: 'B', model: 'Priced', price: '75' };
  expect(
    await told(
      [
        [1, '100'],
        [60, '100'],
      ],
      [],
    ),
  ).toEqual([100, null]);
  expect(await told([[61, '100']], [cheaper])).toEqual([75, 100]);
  expect(await told([[62, '100']], [{ ...cheaper, stock_supplier: '0', stock_ringtee: '0' }])).toEqual([100, 75]);
  const { prices, tires: all } = await shop.everything();
  const id = all.find(({ model }) => model === 'Priced')?.id;
  expect(prices.filter(({ tire_id }) => tire_id === id).map(({ price_cents }) => price_cents)).toEqual([
    10000, 7500, 10000,
  ]);
});
