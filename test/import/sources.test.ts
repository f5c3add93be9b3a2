import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/shop/catalog/load-catalogue.server.ts';
import { productReader } from '../../src/shop/catalog/tire-row.server.ts';
import { catalogue, later, type Row, tires } from './price-list.ts';

const shop = catalogue();
const ean = '6419440382319';
const a: Row = { supplier: 'alpha', supplier_sku: 'A1', ean, stock_ringtee: '0' };
const b: Row = { supplier: 'beta', supplier_sku: 'B7', ean, stock_ringtee: '0', price: '75', lead_days: '5' };

async function products() {
  return (await loadCatalogue(shop.database, productReader(['ringtee', 'annelinn', 'supplier']))).tires;
}

test('two suppliers with the same EAN give one tire: the better price, the stock of both', async () => {
  const report = await shop.land([a, { ...b, model: 'HAKKA BLUE3 XYZ' }]);
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

test('the same when one list follows the other, and suppliers with the same lead days are shown as one', async () => {
  await shop.land([b]);
  const { id } = await shop.tire('B7');
  expect(await shop.land([{ ...a, lead_days: '5' }], { now: later })).toMatchObject({ added: 1, joined: 1 });
  expect(await products()).toMatchObject([{ id, price: 75, stock: [{ branch: 'supplier', count: 40, leadDays: 5 }] }]);
});

test('a UPC of 12 digits is the EAN with a zero before it, also when its supplier begins to write the other', async () => {
  const [upc, long] = ['036000291452', '0036000291452'];
  const report = await shop.land([
    { ...a, ean: upc },
    { ...b, ean: long, model: 'Else' },
  ]);
  expect(report).toMatchObject({ added: 2, joined: 1 });
  expect(await shop.land([{ ...a, ean: long }], { now: later })).toMatchObject({ added: 0, updated: 1, warnings: [] });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B7']]);
});

test('without an EAN maker, model and size decide, whatever the spelling of the model', async () => {
  const silent = { ...b, ean: '', model: 'HAKKA-BLUE 3', size: '205/55ZR16 91V' };
  expect(await shop.land([a, silent])).toMatchObject({ joined: 1 });
});

test.each<[string, Row]>([
  ['another EAN', { ean: '4019238817850' }],
  ['another model', { ean: '', model: 'Hakka Blue 3+' }],
  ['another load index', { ean: '', size: '205/55 R16 94V' }],
  ['extra load', { ean: '', size: '205/55 R16 91V XL' }],
  ['a van tire', { ean: '', size: '205/55 R16C 91V' }],
  ['another season', { ean: '', season: 'winter' }],
  ['run-flat', { ean: '', runflat: 'yes' }],
  ['built for one maker of cars', { ean: '', marks: 'MO' }],
  ['another year of make', { dot_year: '2024' }],
])('two tires: %s', async (_, difference) => {
  expect(await shop.land([a, { ...b, ...difference }])).toMatchObject({ added: 2, joined: 0, warnings: [] });
});

test('an EAN that contradicts the size is no match, and a warning', async () => {
  const report = await shop.land([a, { ...b, size: '225/45 R17 91V' }]);
  expect(report).toMatchObject({ joined: 0 });
  expect(report.warnings).toEqual([`line 3: EAN ${ean} is of another size or season at alpha A1; kept apart`]);
});

test('an EAN of nothing but noughts is none, not that of every other tire without one', async () => {
  const noughts = { ean: '0000000000000' };
  const report = await shop.land([
    { ...a, ...noughts },
    { ...b, ...noughts, manufacturer: 'Michelin', model: 'Primacy 5' },
    { supplier: 'gamma', supplier_sku: 'G', ean: '0', model: 'Something Else' },
  ]);
  expect(report).toMatchObject({ added: 3, joined: 0, failed: 0 });
  expect((await shop.everything()).tires.map((tire) => tire.ean)).toEqual([null, null, null]);
});

test('two SKUs of one supplier that fit the same tire, one by silence and one by its EAN: one of them joins it', async () => {
  const silent = { ...a, ean: '' };
  const report = await shop.land([silent, { ...b, ean: '' }, { ...b, supplier_sku: 'B8', ean: '4019238817850' }]);
  expect(report).toMatchObject({ added: 3, joined: 1 });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B7'], ['beta B8']]);
});

test('two SKUs of one supplier are two tires; another supplier joins that of its year of make', async () => {
  const old = { ...a, supplier_sku: 'A0', dot_year: '2024', price: '60' };
  await shop.land([a, old, { ...b, dot_year: '2024' }]);
  expect(await products()).toHaveLength(2);
  expect(await shop.sources()).toEqual([['alpha A0', 'beta B7'], ['alpha A1']]);
});

test('the price is that of who can deliver a set, then of who has any, then of the cheapest', async () => {
  const few = { ...b, stock_supplier: '3' };
  await shop.land([a, few]);
  expect(await products()).toMatchObject([{ price: 79.9 }]);
  await shop.land([{ ...a, stock_supplier: '0' }, few]);
  expect(await products()).toMatchObject([{ price: 75 }]);
  await shop.land([
    { ...a, stock_supplier: '0', price: '70' },
    { ...few, stock_supplier: '0' },
  ]);
  expect(await products()).toMatchObject([{ price: 70 }]);
  await shop.land([{ ...a, stock_supplier: '0', stock_ringtee: '4' }, few]);
  expect(await products()).toMatchObject([{ price: 79.9 }]);
});

test('a sale changes no price: the same list again finds nothing but the stock', async () => {
  await shop.land([a, b]);
  await shop.db.updateTable('stock').set({ on_hand: 1 }).where('place', '=', 'supplier:beta').execute();
  expect(await shop.land([a, b], { now: later })).toMatchObject({ updated: 1, stockChanged: 1, priceChanged: 0 });
  expect((await shop.everything()).prices).toHaveLength(1);
});

test('the label is of one source, and what the leading one does not know comes from the other', async () => {
  const bare = { ...a, ean: '', fuel: 'B', wet: '', noise_db: '', noise_class: '', weight_kg: '' };
  await shop.land([bare, { ...b, eprel_id: '613233', wet: 'B', noise_db: '70', noise_class: 'B' }]);
  expect(await shop.tire('A1')).toMatchObject({
    ean,
    weight_grams: 9100,
    fuel: 'C',
    wet: 'B',
    noise_db: 70,
    eprel_id: 613233,
  });
});

test('who stops listing has nothing left; the tire goes off sale with its last source', async () => {
  const others = tires(9, { supplier: 'alpha', model: 'Other', dot_year: '2020' });
  await shop.land([a, b, { supplier: 'beta', supplier_sku: 'B8', model: 'Else' }, ...others]);
  expect(await shop.land([{ supplier: 'beta', supplier_sku: 'B8', model: 'Else' }], { now: later })).toMatchObject({
    unlisted: 1,
    removed: 0,
  });
  const { id } = await shop.tire('A1');
  expect((await products()).find((tire) => tire.id === id)).toMatchObject({ price: 79.9, available: 20 });
  expect(await shop.stockOf('A1')).toMatchObject([{ on_hand: 20 }, { place: 'supplier:beta', on_hand: 0 }]);
  expect(await shop.land(others)).toMatchObject({ unlisted: 1, removed: 1 });
  expect((await products()).map((tire) => tire.id)).not.toContain(id);
});

// Every tire of the world: its suppliers agree on its EAN or are silent, and on its description but for spelling.
const world = fc.uniqueArray(
  fc.record({
    supplier: fc.constantFrom('alpha', 'beta', 'gamma'),
    tire: fc.integer({ min: 0, max: 4 }),
    year: fc.constantFrom('2025', '2026'),
    silent: fc.boolean(),
    shouts: fc.boolean(),
    price: fc.integer({ min: 50, max: 60 }),
    count: fc.constantFrom('0', '2', '20'),
    label: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12, selector: ({ supplier, tire, year }) => `${supplier} ${tire} ${year}` },
);
const eans = [ean, '4019238817850', '96385074', '036000291452', '10012345678902'];

test('in whatever order lists and their rows come, the tires are the same', async () => {
  const inOrder = fc.tuple(world, fc.shuffledSubarray(['alpha', 'beta', 'gamma'], { minLength: 3 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(inOrder, async ([rows, order, oneFile]) => {
      const list = rows.map(
        ({ supplier, tire, year, silent, shouts, price, count, label }): Row => ({
          supplier,
          supplier_sku: `${tire}-${year}`,
          ean: silent ? '' : (eans[tire] ?? ''),
          model: shouts ? `MODEL ${tire}` : `Model-${tire}`,
          dot_year: year,
          price: `${price}`,
          stock_ringtee: '0',
          stock_supplier: count,
          fuel: label ? 'B' : '',
        }),
      );
      const seen: unknown[] = [];
      for (const lists of [
        [list],
        oneFile ? [list.toReversed()] : order.map((name) => list.filter(({ supplier }) => supplier === name)),
      ]) {
        await shop.empty();
        for (const one of lists) if (one.length > 0) await shop.land(one);
        const found = (await products()).map(({ id: _, ...tire }) => JSON.stringify(tire)).toSorted();
        seen.push({ found, sources: await shop.sources() });
      }
      expect(seen[1]).toEqual(seen[0]);
    }),
    { numRuns: 40 },
  );
});
