import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { importCompetitorPrices } from '../../../src/shop/catalog/prices/import-competitors.server.ts';
import {
  applyRules,
  previewRules,
  repriceOutdatedTires,
} from '../../../src/shop/catalog/prices/rules/change-rules.server.ts';
import { explainPrice } from '../../../src/shop/catalog/prices/rules/explain-price.server.ts';
import type { PriceRulesConfig } from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { catalogue, csv, tires } from '../price-list.ts';

const shop = catalogue();
const vat = [{ from: '2025-07-01', percent: 24 }];
/** Noon of a day of January 2027 in Tallinn. */
const day = (number: number) => new Date(Date.UTC(2027, 0, number, 10));
const ean = '6419440382319';

const base = {
  markup: [{ name: 'rest', percent: 50 }],
  floor: [{ name: 'least margin', margin: 6 }],
} satisfies PriceRulesConfig;

async function apply(ceiling: PriceRulesConfig['ceiling'], onDay: number) {
  const file = { file: 'prices.config.ts', content: { ...base, ceiling }, vat };
  const previewed = await previewRules(shop.database, file, { now: day(onDay) });
  if (!previewed.ok) throw new Error(previewed.reason);
  const { hash } = previewed.preview;
  expect(await applyRules(shop.database, file, { hash, now: day(onDay), actor: 'operator' })).toMatchObject({
    ok: true,
  });
}

/** A list whose tire costs 70 euros, so that the rules ask 130.20, with a floor of 94.24. */
function importRecommended(onDay: number, recommended: string, column = 'recommended') {
  const [head, row] = csv(tires(1, { ean }), ';').trimEnd().split('\n');
  return shop.importList(`${head};cost_net;${column}\n${row};70;${recommended}\n`, { now: day(onDay) });
}

const price = async () => (await shop.tire('T1')).price_cents;
const recommended = async () =>
  (await shop.db.selectFrom('tire_sources').select('recommended_cents').executeTakeFirstOrThrow()).recommended_cents;

test('a list may have a recommended price, which is a ceiling, and which undo restores', async () => {
  expect(await importRecommended(1, '119,90', 'Soovitushind')).toMatchObject({ added: 1, warnings: [] });
  await apply([{ name: 'recommended', to: 'recommended' }], 2);
  expect(await price()).toBe(119_90);
  expect(await importRecommended(3, '80')).toMatchObject({ updated: 1 });
  expect(await price()).toBe(94_24);
  expect(await importRecommended(4, '')).toMatchObject({ updated: 1 });
  expect([await price(), await recommended()]).toEqual([130_20, null]);
  await undoImport(shop.db, { now: day(5), actor: 'operator' });
  expect([await price(), await recommended()]).toEqual([94_24, 80_00]);
  expect((await importRecommended(6, '0')).errors).toMatchObject([
    { column: 'recommended', fault: { reason: 'less-than', min: 0.01 } },
  ]);
});

const rivals = (list: string, onDay: number, dryRun = false) =>
  importCompetitorPrices(shop.database, Readable.from([Buffer.from(list)]), {
    actor: 'operator:ann',
    dryRun,
    now: day(onDay),
  });

test('prices of competitors are a ceiling at once, until they are too old, also after the shop was off', async () => {
  await importRecommended(1, '');
  await apply([{ name: 'rivals', to: 'competitor', minus: 0.1, maxAgeDays: 3 }], 2);
  const list = `ean;price;date;source\n${ean};110,00;1.01.2027;rehv24\n${ean};105;2026-12-31;rehv24\n${ean};120;2027-01-02;other\n`;
  expect(await rivals(list, 2, true)).toMatchObject({ prices: 3, tires: 1, changed: 1, bad: 0 });
  expect(await price()).toBe(130_20);
  expect(await rivals(list, 2)).toMatchObject({ changed: 1 });
  expect(await price()).toBe(109_90);
  const why = await explainPrice(shop.db, (await shop.tire('T1')).id, day(2));
  expect(why?.priceByRules?.steps).toContainEqual(
    expect.objectContaining({
      rule: 'rivals',
      competitorPrice: { source: 'rehv24', cents: 110_00, day: '2027-01-01' },
    }),
  );
  expect(await repriceOutdatedTires(shop.database, vat, day(4))).toBe(0);
  expect(await repriceOutdatedTires(shop.database, vat, day(5))).toBe(1);
  expect(await price()).toBe(119_90);
  expect(await repriceOutdatedTires(shop.database, vat, day(20))).toBe(1);
  expect(await repriceOutdatedTires(shop.database, vat, day(20))).toBe(0);
  expect(await price()).toBe(130_20);
});

test('of each source the newest price stays, and no price goes below the floor', async () => {
  await importRecommended(1, '');
  await apply([{ name: 'rivals', to: 'competitor', maxAgeDays: 3 }], 2);
  await rivals(`ean,price,date,source\n${ean},110,2027-01-02,rehv24\n`, 2);
  expect(await rivals(`ean,price,date,source\n${ean},100,2027-01-01,rehv24\n`, 3)).toMatchObject({ changed: 0 });
  expect(await price()).toBe(110_00);
  expect(await rivals(`ean,price,date,source\n${ean},50,2027-01-03,rehv24\n`, 3)).toMatchObject({ changed: 1 });
  expect(await price()).toBe(94_24);
});

test('a UPC of 12 digits and the same number with leading zeros are one EAN', async () => {
  const upc = '036000291452';
  const [head, row] = csv(tires(1, { ean: upc }), ';')
    .trimEnd()
    .split('\n');
  await shop.importList(`${head};cost_net\n${row};70\n`, { now: day(1) });
  await apply([{ name: 'rivals', to: 'competitor', maxAgeDays: 3 }], 2);
  const list = `ean,price,date,source\n0${upc},110,2027-01-02,rehv24\n${upc},105,2027-01-01,rehv24\n`;
  expect(await rivals(list, 2)).toMatchObject({ tires: 1, changed: 1 });
  expect(await price()).toBe(110_00);
  expect(await rivals(`ean,price,date,source\n00${upc},112,2027-01-03,rehv24\n`, 3)).toMatchObject({ changed: 1 });
  expect(await price()).toBe(112_00);
  expect(await repriceOutdatedTires(shop.database, vat, day(20))).toBe(1);
  expect(await price()).toBe(130_20);
});

test('bad rows of competitors’ prices are named, and a list without a good row changes nothing', async () => {
  await importRecommended(1, '');
  const rows = [`${ean},0,2027-01-02,a`, `${ean},50,2027-01-03,a`, `641944038231,50,2027-01-02,a`, `${ean},50,,a`];
  expect(await rivals(`ean,price,date,source\n${rows.join('\n')}\n${ean},50,2027-01-02,\n`, 2)).toMatchObject({
    refusal: 'it has no good row',
    bad: 5,
    badRows: [
      { line: 2, column: 'price', problem: 'is less than 0.01' },
      { line: 3, column: 'date', problem: 'is in the future' },
      { line: 4, column: 'ean', problem: 'is not an EAN: the check digit is wrong' },
      { line: 5, column: 'date', problem: 'is empty' },
      { line: 6, column: 'source', problem: 'is empty' },
    ],
  });
  expect(await shop.db.selectFrom('competitor_prices').selectAll().execute()).toEqual([]);
  expect(await rivals('ean,price\n', 2)).toMatchObject({ refusal: 'missing columns date, source' });
});
