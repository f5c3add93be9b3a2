import { expect, test } from 'vitest';
import { faultText } from '../../src/shop/catalog/import/file/row-fault.ts';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { catalogue, csv, nextDay, tires } from './price-list.ts';

const shop = catalogue();
const costs = async () => {
  const sources = await shop.db.selectFrom('tire_sources').select('cost_net').orderBy('supplier_sku').execute();
  return sources.map(({ cost_net }) => cost_net);
};

/** A list with a column for what each tire costs the shop. */
function listWithCosts(costsOfTires: string[], column = 'cost_net'): string {
  const [head, ...rows] = csv(tires(costsOfTires.length), ';').trimEnd().split('\n');
  return [`${head};${column}`, ...rows.map((row, index) => `${row};${costsOfTires[index]}`)].join('\n');
}

test('an optional column says the cost without VAT, with up to four decimals', async () => {
  const report = await shop.importList(listWithCosts(['61,6129', '50', '']));
  expect(report).toMatchObject({ added: 3, failed: 0, warnings: [] });
  expect(await costs()).toEqual([61.6129, 50, null]);
  expect(await shop.importList(listWithCosts(['61,6129', '50', '']), { now: nextDay })).toMatchObject({ unchanged: 3 });
});

test('Estonian and Russian names of the column are understood', async () => {
  await shop.importList(listWithCosts(['50'], 'Ostuhind km-ta'));
  expect(await costs()).toEqual([50]);
  await shop.importList(listWithCosts(['51'], 'закупочная цена'), { now: nextDay });
  expect(await costs()).toEqual([51]);
});

test('a list without the column is imported without a warning, and its costs are not known', async () => {
  await shop.importList(listWithCosts(['50']));
  const report = await shop.importList(csv(tires(1)), { now: nextDay });
  expect(report).toMatchObject({ updated: 1, warnings: [] });
  expect(await costs()).toEqual([null]);
});

test('rejects an invalid cost and names the column', async () => {
  const { errors } = await shop.importList(listWithCosts(['-5', '1.23456', '0', '10001', 'x']));
  expect(errors.map(({ column, fault }) => [column, faultText(fault)])).toEqual([
    ['cost_net', 'not a cost'],
    ['cost_net', 'a number with more than 4 decimals'],
    ['cost_net', 'less than 0.0001'],
    ['cost_net', 'more than 10000'],
    ['cost_net', 'not a cost'],
  ]);
});

test('undoing an import restores the costs before it', async () => {
  await shop.importList(listWithCosts(['50', '60']));
  await shop.importList(listWithCosts(['55', '']), { now: nextDay });
  expect(await costs()).toEqual([55, null]);
  expect(await undoImport(shop.db, { now: nextDay, actor: 'operator' })).toMatchObject({ ok: true, restored: 2 });
  expect(await costs()).toEqual([50, 60]);
});
