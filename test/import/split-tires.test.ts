import { expect, test } from 'vitest';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { catalogue, nextDay, type Row } from './price-list.ts';

const shop = catalogue();
const ean = '6419440382319';
const otherEan = '4019238817850';
const alphaRow: Row = { supplier: 'alpha', supplier_sku: 'A1', ean, stock_ringtee: '0' };
const betaRow: Row = { supplier: 'beta', supplier_sku: 'B1', ean, stock_ringtee: '0', price: '70' };
/** More tires of beta, so that a list of beta without B1 is not empty. */
const otherBetaRows: Row[] = [5, 6, 7].map((sku) => ({
  ...betaRow,
  supplier_sku: `B${sku}`,
  ean: '',
  model: `M${sku}`,
}));
const secondsLater = (seconds: number) => new Date(nextDay.getTime() + seconds * 1000);
const undo = (seconds: number) => undoImport(shop.db, { now: secondsLater(seconds), actor: 'operator' });

/** Each tire on sale: size, price, and stock by location. */
async function onSale() {
  const { tires, stock } = await shop.everything();
  return tires
    .filter(({ on_sale }) => on_sale)
    .map(({ id, tread_width, price_cents }) => [
      tread_width,
      price_cents,
      stock.filter((at) => at.tire_id === id && at.on_hand > 0).map(({ place, on_hand }) => `${place} ${on_hand}`),
    ])
    .toSorted();
}

test.each<[value: string, change: Row, treadWidth: number]>([
  ['size', { size: '225/45 R17 91W' }, 225],
  ['season', { season: 'winter' }, 205],
  ['EAN', { ean: otherEan }, 205],
])('a supplier’s SKU that gets another %s is split from its tire', async (_, change, treadWidth) => {
  await shop.importList([alphaRow, betaRow]);
  const { id } = await shop.tire('A1');
  const report = await shop.importList([{ ...betaRow, ...change }], { now: nextDay });
  expect(report).toMatchObject({ read: 1, added: 1, joined: 0, updated: 0, unchanged: 0, removed: 0 });
  expect(report.warnings).toContain(
    'line 2: B1 has another size, season or EAN than before; no longer one tire with alpha A1',
  );
  expect(await shop.tire('A1')).toMatchObject({ id, price_cents: 7990 });
  expect(await onSale()).toEqual(
    [
      [205, 7990, ['supplier:alpha 20']],
      [treadWidth, 7000, ['supplier:beta 20']],
    ].toSorted(),
  );
  expect(await shop.importList([{ ...betaRow, ...change }], { now: secondsLater(1) })).toMatchObject({
    unchanged: 1,
    changed: false,
  });
});

test('a SKU that was split from its tire joins the tire of a third supplier', async () => {
  const gammaRow: Row = {
    supplier: 'gamma',
    supplier_sku: 'C1',
    ean: otherEan,
    size: '225/45 R17 91W',
    stock_ringtee: '0',
  };
  await shop.importList([alphaRow, betaRow, gammaRow]);
  const { size } = gammaRow;
  expect(await shop.importList([{ ...betaRow, size, ean: otherEan }], { now: nextDay })).toMatchObject({
    added: 1,
    joined: 1,
  });
  expect(await shop.sources()).toEqual([['alpha A1'], ['beta B1', 'gamma C1']]);
});

test('splits off the supplier that created the tire, too, but splits nothing when all suppliers make the same change', async () => {
  await shop.importList([alphaRow, betaRow]);
  const { id } = await shop.tire('A1');
  await shop.importList([{ ...alphaRow, ean: otherEan }], { now: nextDay });
  expect((await shop.everything()).tires.find((tire) => tire.id === id)).toMatchObject({ supplier: 'beta', ean });
  expect(await shop.sources()).toEqual([['alpha A1'], ['beta B1']]);
  await shop.empty();
  await shop.importList([alphaRow, betaRow]);
  const changedRows = [alphaRow, betaRow].map((row) => ({ ...row, size: '225/45 R17 91W', ean: otherEan }));
  expect(await shop.importList(changedRows, { now: nextDay })).toMatchObject({ updated: 2, added: 0, warnings: [] });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B1']]);
});

test.each<[reason: string, change: Row]>([
  ['a later year of manufacture', { dot_year: '2027' }],
  ['an EAN left out', { ean: '' }],
  ['another spelling of the model', { model: 'HAKKA BLUE3' }],
])('does not split a tire because of %s', async (_, change) => {
  await shop.importList([alphaRow, betaRow]);
  expect(await shop.importList([{ ...betaRow, ...change }], { now: nextDay })).toMatchObject({
    updated: 1,
    warnings: [],
  });
  expect(await shop.sources()).toEqual([['alpha A1', 'beta B1']]);
});

test('undo restores the joined tire, also when another SKU joined it meanwhile', async () => {
  await shop.importList([alphaRow, betaRow]);
  const before = { tires: await onSale(), sources: await shop.sources() };
  for (let round = 0; round < 5; round += 1) {
    await shop.importList([{ ...betaRow, size: '225/45 R17 91W' }], { now: secondsLater(round * 10) });
    const stateAfterSplit = await onSale();
    // Another SKU of beta joins the tire that B1 has left; the undo splits it off again.
    await shop.importList(
      [
        { ...betaRow, size: '225/45 R17 91W' },
        { ...betaRow, supplier_sku: 'B2' },
      ],
      { now: secondsLater(round * 10 + 1) },
    );
    expect(await shop.sources()).toContainEqual(['alpha A1', 'beta B2']);
    expect(await undo(round * 10 + 2)).toMatchObject({ ok: true });
    expect(await onSale()).toEqual(stateAfterSplit);
    expect(await undo(round * 10 + 3)).toMatchObject({ ok: true, restored: 1 });
    expect({ tires: await onSale(), sources: await shop.sources() }).toEqual(before);
  }
});

test('a corrected EAN ends a wrong match, also after an undo', async () => {
  await shop.importList([alphaRow]);
  await shop.importList([{ ...betaRow, model: 'Something Else' }], { now: nextDay });
  await undo(1);
  await shop.importList([{ ...betaRow, model: 'Something Else', ean: otherEan }], { now: secondsLater(2) });
  expect(await shop.sources()).toEqual([['alpha A1'], ['beta B1']]);
  expect(await onSale()).toEqual([
    [205, 7000, ['supplier:beta 20']],
    [205, 7990, ['supplier:alpha 20']],
  ]);
});

test('keeps the holds of orders at the location of a supplier that was split off, without its stock', async () => {
  await shop.importList([alphaRow, betaRow]);
  const { id } = await shop.tire('A1');
  await shop.db.updateTable('stock').set({ held: 4 }).where('place', '=', 'supplier:beta').execute();
  await shop.importList([{ ...betaRow, size: '225/45 R17 91W' }], { now: nextDay });
  const { stock } = await shop.everything();
  expect(stock.filter(({ tire_id, place }) => tire_id === id && place === 'supplier:beta')).toMatchObject([
    { on_hand: 0, held: 4 },
  ]);
});

test('does not match by values that the same list changes', async () => {
  await shop.importList([{ ...betaRow, ean: '' }]);
  const report = await shop.importList(
    [
      { ...alphaRow, ean: '' },
      { ...betaRow, ean: '', size: '225/45 R17 91W' },
    ],
    { now: nextDay },
  );
  expect(report).toMatchObject({ added: 1, joined: 0, updated: 1 });
  expect(await shop.sources()).toEqual([['alpha A1'], ['beta B1']]);
});

test('a SKU that is listed again joins its earlier tire, unless that tire has changed', async () => {
  await shop.importList([alphaRow, betaRow, ...otherBetaRows]);
  await shop.importList(otherBetaRows, { now: nextDay });
  await shop.importList([betaRow, ...otherBetaRows], { now: secondsLater(1) });
  expect(await shop.sources()).toContainEqual(['alpha A1', 'beta B1']);
  await shop.importList(otherBetaRows, { now: secondsLater(2) });
  await shop.importList([{ ...alphaRow, size: '225/45 R17 91W' }], { now: secondsLater(3) });
  expect(await shop.importList([betaRow, ...otherBetaRows], { now: secondsLater(4) })).toMatchObject({
    added: 1,
    joined: 0,
  });
  expect(await shop.sources()).toEqual(expect.arrayContaining([['alpha A1'], ['beta B1']]));
});

test('does not match by values of a source that is no longer listed', async () => {
  const gammaRow: Row = { supplier: 'gamma', supplier_sku: 'C1', ean, stock_ringtee: '0' };
  await shop.importList([alphaRow, betaRow, ...otherBetaRows]);
  await shop.importList(otherBetaRows, { now: nextDay });
  await shop.importList([{ ...alphaRow, size: '225/45 R17 91W', ean: otherEan }], { now: secondsLater(1) });
  expect(await shop.importList([gammaRow], { now: secondsLater(2) })).toMatchObject({ added: 1, joined: 0 });
});
