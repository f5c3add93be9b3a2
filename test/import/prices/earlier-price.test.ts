import { expect, test } from 'vitest';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { loadCatalogue } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { catalogue, type Row, tires } from '../price-list.ts';

const shop = catalogue();
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 8));

/**
 * Imports a list on each day with this price of one tire (null: not listed) and the rows `more`.
 * Returns the shop's price and earlier price of that tire.
 */
async function pricesAfter(prices: [day: number, price: string | null][], more: Row[] = []) {
  for (const [listDay, price] of prices) {
    const row = price === null ? [] : [{ supplier_sku: 'P', model: 'Priced', price }];
    await shop.importList([...tires(1), ...row, ...more], { now: day(listDay) });
  }
  const { tires: loadedTires } = await loadCatalogue(shop.database, tireReader([]));
  const pricedTire = loadedTires.find(({ model }) => model === 'Priced');
  return pricedTire && [pricedTire.price, pricedTire.lowestPrice30];
}

type Case = [
  rule: string,
  prices: [day: number, price: string | null][],
  expected: [price: number, earlier: number | null],
];

test.each<Case>([
  ['a tire with one price has no earlier price', [[1, '100']], [100, null]],
  [
    'a reduction is compared with the previous price',
    [
      [1, '100'],
      [60, '80'],
    ],
    [80, 100],
  ],
  [
    'a tire younger than 30 days is treated the same',
    [
      [1, '100'],
      [10, '80'],
    ],
    [80, 100],
  ],
  [
    'after a rise and a reduction within 30 days, the lower earlier price counts',
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
    'a price that ended earlier does not count',
    [
      [1, '80'],
      [40, '120'],
      [71, '90'],
    ],
    [90, 120],
  ],
  [
    'each of several reductions is compared with the previous price',
    [
      [1, '100'],
      [40, '90'],
      [45, '80'],
    ],
    [80, 90],
  ],
  [
    'a repeated price is no new price',
    [
      [1, '100'],
      [60, '80'],
      [90, '80'],
    ],
    [80, 100],
  ],
  [
    'off sale for longer than 30 days: no earlier price',
    [
      [1, '100'],
      [10, null],
      [50, '80'],
    ],
    [80, null],
  ],
  [
    'off sale for a week: earlier prices still count',
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
  expect(await pricesAfter(prices)).toEqual(expected);
});

test('keeps the price history in commit order when a list that started earlier commits later', async () => {
  const minute = (number: number) => new Date(day(60).getTime() + number * 60_000);
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '90' }], { now: day(1) });
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '100' }], { now: minute(2) });
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '80' }], { now: minute(1) });
  expect((await shop.everything()).prices.map(({ price_cents }) => price_cents)).toEqual([9000, 10000, 8000]);
  // The price was 80 for these forty days, and 100 only briefly before.
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '95' }], { now: day(100) });
  expect(await shop.tire('P')).toMatchObject({ price_cents: 9500, lowest_before_cents: 8000 });
});

test('ends the history with the last commit when an undo runs during a longer import', async () => {
  const minute = (number: number) => new Date(day(60).getTime() + number * 60_000);
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '90' }], { now: day(1) });
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '95' }], { now: minute(3) });
  expect(await undoImport(shop.db, { now: minute(2), actor: 'operator' })).toMatchObject({ ok: true });
  await shop.importList([{ supplier_sku: 'P', model: 'Priced', price: '80' }], { now: minute(1) });
  expect((await shop.everything()).prices.map(({ price_cents }) => price_cents)).toEqual([9000, 9500, 9000, 8000]);
  const { imports } = await shop.everything();
  const [, undoneImport, lastImport] = imports;
  expect(undoneImport?.undone_at?.getTime()).toBeGreaterThan(undoneImport?.at.getTime() ?? 0);
  expect(lastImport?.at.getTime()).toBeGreaterThan(undoneImport?.undone_at?.getTime() ?? 0);
});

test('treats a price that changes because another supplier is cheapest like any other price change', async () => {
  const cheaper = { supplier: 'beta', supplier_sku: 'B', model: 'Priced', price: '75' };
  const twoDays: [day: number, price: string][] = [
    [1, '100'],
    [60, '100'],
  ];
  expect(await pricesAfter(twoDays)).toEqual([100, null]);
  expect(await pricesAfter([[61, '100']], [cheaper])).toEqual([75, 100]);
  expect(await pricesAfter([[62, '100']], [{ ...cheaper, stock_supplier: '0', stock_ringtee: '0' }])).toEqual([
    100, 75,
  ]);
  const { prices, tires: all } = await shop.everything();
  const id = all.find(({ model }) => model === 'Priced')?.id;
  expect(prices.filter(({ tire_id }) => tire_id === id).map(({ price_cents }) => price_cents)).toEqual([
    10000, 7500, 10000,
  ]);
});
