import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/shop/catalog/load-catalogue.server.ts';
import { tireReader } from '../../src/shop/catalog/tire-row.server.ts';
import { catalogue, nextDay, type Row, tires } from './price-list.ts';

const shop = catalogue();
const ean = '6419440382319';
const alphaRow: Row = { supplier: 'alpha', supplier_sku: 'A1', ean, stock_ringtee: '0' };
const betaRow: Row = { supplier: 'beta', supplier_sku: 'B7', ean, stock_ringtee: '0', price: '75', lead_days: '5' };

async function products() {
  return (await loadCatalogue(shop.database, tireReader(['ringtee', 'annelinn', 'supplier']))).tires;
}

test('joins two suppliers with the same EAN: one tire, the better price, both stocks', async () => {
  const report = await shop.importList([alphaRow, { ...betaRow, model: 'HAKKA BLUE3 XYZ' }]);
  expect(report).toMatchObject({ read: 2, added: 2, joined: 1, warnings: [] });
  const [tire, ...more] = await products();
  expect(more).toEqual([]);
  expect(tire).toMatchObject({ model: 'Hakka Blue 3', price: 75, available: 40 });
  expect(tire?.stock).toEqual([
    { branch: 'supplier', count: 20, leadDays: 2 },
    { branch: 'supplier', count: 20, leadDays: 5 },
  ]);
  expect((await shop.everything()).prices).toMatchObject([{ price_cents: 7500 }]);
});

test('joins tires of lists that are imported one after another, and shows suppliers with equal lead days as one', async () => {
  await shop.importList([betaRow]);
  const { id } = await shop.tire('B7');
  expect(await shop.importList([{ ...alphaRow, lead_days: '5' }], { now: nextDay })).toMatchObject({
    added: 1,
    joined: 1,
  });
  expect(await products()).toMatchObject([{ id, price: 75, stock: [{ branch: 'supplier', count: 40, leadDays: 5 }] }]);
});

test('treats a UPC of 12 digits as the EAN with a leading zero, also when the supplier changes to it', async () => {
  const [upc, long] = ['036000291452', '0036000291452'];
  const report = await shop.importList([
    { ...alphaRow, ean: upc },
    { ...betaRow, ean: long, model: 'Else' },
  ]);
  expect(report).toMatchObject({ added: 2, joined: 1 });
  expect(await shop.importList([{ ...alphaRow, ean: long }], { now: nextDay })).toMatchObject({
    added: 0,
    updated: 1,
    warnings: [],
  });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B7']]);
});

test('matches by manufacturer, model and size without an EAN, whatever the spelling of the model', async () => {
  const withoutEan = { ...betaRow, ean: '', model: 'HAKKA-BLUE 3', size: '205/55ZR16 91V' };
  expect(await shop.importList([alphaRow, withoutEan])).toMatchObject({ joined: 1 });
});

test.each<[name: string, difference: Row]>([
  ['another EAN', { ean: '4019238817850' }],
  ['another model', { ean: '', model: 'Hakka Blue 3+' }],
  ['another load index', { ean: '', size: '205/55 R16 94V' }],
  ['extra load', { ean: '', size: '205/55 R16 91V XL' }],
  ['a van tire', { ean: '', size: '205/55 R16C 91V' }],
  ['another season', { ean: '', season: 'winter' }],
  ['run-flat', { ean: '', runflat: 'yes' }],
  ['built for one car manufacturer', { ean: '', marks: 'MO' }],
  ['another year of manufacture', { dot_year: '2024' }],
])('does not join two tires that differ: %s', async (_, difference) => {
  expect(await shop.importList([alphaRow, { ...betaRow, ...difference }])).toMatchObject({
    added: 2,
    joined: 0,
    warnings: [],
  });
});

test('warns of an EAN that two suppliers give to different sizes, and does not join them', async () => {
  const report = await shop.importList([alphaRow, { ...betaRow, size: '225/45 R17 91V' }]);
  expect(report).toMatchObject({ joined: 0 });
  expect(report.warnings).toEqual([
    `line 3: EAN ${ean} belongs to another size or season at alpha A1; kept as separate tires`,
  ]);
});

test('treats an EAN of zeros as a missing EAN', async () => {
  const zeroEan = { ean: '0000000000000' };
  const report = await shop.importList([
    { ...alphaRow, ...zeroEan },
    { ...betaRow, ...zeroEan, manufacturer: 'Michelin', model: 'Primacy 5' },
    { supplier: 'gamma', supplier_sku: 'G', ean: '0', model: 'Something Else' },
  ]);
  expect(report).toMatchObject({ added: 3, joined: 0, failed: 0 });
  expect((await shop.everything()).tires.map((tire) => tire.ean)).toEqual([null, null, null]);
});

test('joins only one of two SKUs of a supplier that match the same tire', async () => {
  const withoutEan = { ...alphaRow, ean: '' };
  const report = await shop.importList([
    withoutEan,
    { ...betaRow, ean: '' },
    { ...betaRow, supplier_sku: 'B8', ean: '4019238817850' },
  ]);
  expect(report).toMatchObject({ added: 3, joined: 1 });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B7'], ['beta B8']]);
});

test('keeps two SKUs of a supplier apart; another supplier’s SKU joins the one with the same year of manufacture', async () => {
  const olderTire = { ...alphaRow, supplier_sku: 'A0', dot_year: '2024', price: '60' };
  await shop.importList([alphaRow, olderTire, { ...betaRow, dot_year: '2024' }]);
  expect(await products()).toHaveLength(2);
  expect(await shop.sources()).toEqual([['alpha A0', 'beta B7'], ['alpha A1']]);
});

test('takes the price of the cheapest source that has a set of four, else of one with stock, else of all', async () => {
  const few = { ...betaRow, stock_supplier: '3' };
  await shop.importList([alphaRow, few]);
  expect(await products()).toMatchObject([{ price: 79.9 }]);
  await shop.importList([{ ...alphaRow, stock_supplier: '0' }, few]);
  expect(await products()).toMatchObject([{ price: 75 }]);
  await shop.importList([
    { ...alphaRow, stock_supplier: '0', price: '70' },
    { ...few, stock_supplier: '0' },
  ]);
  expect(await products()).toMatchObject([{ price: 70 }]);
  await shop.importList([{ ...alphaRow, stock_supplier: '0', stock_ringtee: '4' }, few]);
  expect(await products()).toMatchObject([{ price: 79.9 }]);
});

test('importing the same list after a sale changes only the stock, and no price', async () => {
  await shop.importList([alphaRow, betaRow]);
  await shop.db.updateTable('stock').set({ on_hand: 1 }).where('place', '=', 'supplier:beta').execute();
  expect(await shop.importList([alphaRow, betaRow], { now: nextDay })).toMatchObject({
    updated: 1,
    stockChanged: 1,
    priceChanged: 0,
  });
  expect((await shop.everything()).prices).toHaveLength(1);
});

test('takes the label from one source, and other missing values from the next', async () => {
  const withoutLabel = { ...alphaRow, ean: '', fuel: 'B', wet: '', noise_db: '', noise_class: '', weight_kg: '' };
  await shop.importList([withoutLabel, { ...betaRow, eprel_id: '613233', wet: 'B', noise_db: '70', noise_class: 'B' }]);
  expect(await shop.tire('A1')).toMatchObject({
    ean,
    weight_grams: 9100,
    fuel: 'C',
    wet: 'B',
    noise_db: 70,
    eprel_id: 613233,
  });
});

test('removes the stock of an unlisted source, and the tire with its last source', async () => {
  const otherRows = tires(9, { supplier: 'alpha', model: 'Other', dot_year: '2020' });
  await shop.importList([alphaRow, betaRow, { supplier: 'beta', supplier_sku: 'B8', model: 'Else' }, ...otherRows]);
  expect(
    await shop.importList([{ supplier: 'beta', supplier_sku: 'B8', model: 'Else' }], { now: nextDay }),
  ).toMatchObject({
    unlisted: 1,
    removed: 0,
  });
  const { id } = await shop.tire('A1');
  expect((await products()).find((tire) => tire.id === id)).toMatchObject({ price: 79.9, available: 20 });
  expect(await shop.stockOf('A1')).toMatchObject([{ on_hand: 20 }, { place: 'supplier:beta', on_hand: 0 }]);
  expect(await shop.importList(otherRows)).toMatchObject({ unlisted: 1, removed: 1 });
  expect((await products()).map((tire) => tire.id)).not.toContain(id);
});

// All suppliers give a tire the same EAN or none, and the same description except for spelling.
const offers = fc.uniqueArray(
  fc.record({
    supplier: fc.constantFrom('alpha', 'beta', 'gamma'),
    tire: fc.integer({ min: 0, max: 4 }),
    year: fc.constantFrom('2025', '2026'),
    hasEan: fc.boolean(),
    inCapitals: fc.boolean(),
    price: fc.integer({ min: 50, max: 60 }),
    count: fc.constantFrom('0', '2', '20'),
    hasLabel: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12, selector: ({ supplier, tire, year }) => `${supplier} ${tire} ${year}` },
);
const eans = [ean, '4019238817850', '96385074', '036000291452', '10012345678902'];

test('the same tires result from any order of lists and rows', async () => {
  const inOrder = fc.tuple(offers, fc.shuffledSubarray(['alpha', 'beta', 'gamma'], { minLength: 3 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(inOrder, async ([rows, order, oneFile]) => {
      const list = rows.map(
        ({ supplier, tire, year, hasEan, inCapitals, price, count, hasLabel }): Row => ({
          supplier,
          supplier_sku: `${tire}-${year}`,
          ean: hasEan ? (eans[tire] ?? '') : '',
          model: inCapitals ? `MODEL ${tire}` : `Model-${tire}`,
          dot_year: year,
          price: `${price}`,
          stock_ringtee: '0',
          stock_supplier: count,
          fuel: hasLabel ? 'B' : '',
        }),
      );
      const results: unknown[] = [];
      const reordered = oneFile
        ? [list.toReversed()]
        : order.map((name) => list.filter(({ supplier }) => supplier === name));
      for (const lists of [[list], reordered]) {
        await shop.empty();
        for (const list of lists) if (list.length > 0) await shop.importList(list);
        const tiresWithoutId = (await products()).map(({ id: _, ...tire }) => JSON.stringify(tire)).toSorted();
        results.push({ tiresWithoutId, sources: await shop.sources() });
      }
      expect(results[1]).toEqual(results[0]);
    }),
    { numRuns: 40 },
  );
});
