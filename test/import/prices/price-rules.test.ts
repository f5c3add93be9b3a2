import { expect, test } from 'vitest';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { loadTires } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { pinPrice, unpinPrice } from '../../../src/shop/catalog/prices/decide-price.server.ts';
import {
  applyRules,
  previewRules,
  repriceOutdatedTires,
  undoRules,
} from '../../../src/shop/catalog/prices/rules/change-rules.server.ts';
import type { PriceRulesConfig } from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { requireKnownManufacturers } from '../../../src/shop/catalog/prices/rules/unknown-manufacturers.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { csv, tires } from '../price-list.ts';
import { day, ruledCatalogue, rulesFile, vat, worked } from './ruled-catalogue.ts';

const { shop, preview, importCosts, apply, prices } = ruledCatalogue();

const titled = (id: string) => ({ ee: `${id} ee`, en: `${id} en`, ru: `${id} ru` });

/** The title of the campaign that visitors see beside the price of T1. */
async function titleShown() {
  const { id } = await shop.tire('T1');
  const { tires: loaded } = await loadTires({ kysely: shop.db }, tireReader([]), [id]);
  return loaded[0]?.campaign;
}

const earlier = async (sku = 'T1') => (await shop.tire(sku)).lowest_before_cents;

test('without rules, costs do not matter: prices and history are those of the lists', async () => {
  await shop.importList(csv(tires(3)), { now: day(1) });
  const plain = await shop.everything();
  await shop.empty();
  await importCosts(1, 70, 10, '');
  const { tires: sold, prices: history } = await shop.everything();
  expect(sold).toEqual(plain.tires);
  expect(history).toEqual(plain.prices);
  expect(await shop.db.selectFrom('tire_prices').selectAll().execute()).toEqual([]);
});

test('applied rules price tires of known cost at once and with each later list; undo restores the prices of the lists', async () => {
  await importCosts(1, 70, '');
  const before = await shop.everything();
  expect(await apply(worked, 2)).toMatchObject({ ok: true, changed: 1 });
  expect(await prices()).toEqual([107_90, 79_90]);
  expect(await earlier()).toBe(79_90);
  const [change] = await shop.db.selectFrom('price_history').selectAll().where('since', '=', day(2)).execute();
  expect(change).toMatchObject({ price_cents: 107_90, set_by: 'latakko' });
  await importCosts(3, 75, 70);
  expect(await prices()).toEqual([114_90, 107_90]);
  expect(await undoImport(shop.db, { now: day(4), actor: 'operator' })).toMatchObject({ ok: true });
  expect(await prices()).toEqual([107_90, 79_90]);

  expect(await undoRules(shop.database, { now: day(5), actor: 'operator' })).toMatchObject({ ok: true, changed: 1 });
  expect(await prices()).toEqual(before.tires.map(({ price_cents }) => price_cents));
  expect(await shop.db.selectFrom('tire_prices').selectAll().execute()).toEqual([]);
  expect(await undoRules(shop.database, { now: day(6), actor: 'operator' })).toEqual({ ok: false, reason: 'no-rules' });
});

test('undo returns to the rules before; no file returns to the lists', async () => {
  await importCosts(1, 70);
  await apply(worked, 2);
  await apply({ ...worked, markup: [{ name: 'half', percent: 50 }] }, 3);
  expect(await prices()).toEqual([133_90]);
  await undoRules(shop.database, { now: day(4), actor: 'operator' });
  expect(await prices()).toEqual([107_90]);
  await apply(null, 5);
  expect(await prices()).toEqual([79_90]);
  await importCosts(6, 80);
  expect(await prices()).toEqual([79_90]);
  await undoRules(shop.database, { now: day(7), actor: 'operator' });
  expect(await prices()).toEqual([121_90]);
});

test('a preview changes nothing, and says moves, margin of unsold pieces, and rules that match nothing', async () => {
  await importCosts(1, 70, 60, '');
  await shop.database.pool.query(`update stock set on_hand = on_hand + 2, sold = 2 where place = 'ringtee'`);
  const before = await shop.everything();
  const shown = await preview(
    {
      ...worked,
      markup: [
        { name: 'vans', when: { vehicle: 'van' }, percent: 9 },
        { name: 'rest', percent: 18, plus: 2 },
      ],
      own: [{ name: 'own', when: { place: 'own' }, percent: 5 }],
      floor: [
        { name: 'outdone', margin: 0 },
        ...(worked.floor ?? []),
        { name: 'large', when: { rim: '20..' }, margin: 9 },
      ],
      ceiling: [
        { name: 'too high', to: 9_000 },
        { name: 'other', when: { supplier: 'nordwheel' }, to: 'list' },
      ],
      campaigns: [
        { id: 'later', from: '2027-05-01', to: '2027-05-02', percentOff: 5, title: titled('later') },
        {
          id: 'vans',
          when: { vehicle: 'van' },
          from: '2027-05-01',
          to: '2027-05-02',
          percentOff: 5,
          title: titled('v'),
        },
      ],
    },
    2,
  );
  expect(shown).toMatchObject({ up: 2, down: 0, unchanged: 1, withoutCost: 1, belowFloor: 2, unreachable: [] });
  expect(shown.neverMatched).toEqual(['markup: vans', 'floor: large', 'ceiling: other', 'campaigns: vans']);
  expect(shown.moves).toHaveLength(2);
  expect(shown.moves[0]).toMatchObject({
    before: 79_90,
    after: 94_90,
    percent: 19,
    landedNet: 70,
    marginPercent: 9,
  });
  expect(shown.margin.pieces).toBe(48);
  expect(await shop.everything()).toEqual(before);
  expect(await shop.db.selectFrom('price_rules').selectAll().execute()).toEqual([]);
});

test('a preview names a rule for own stock that matches no tire, even if a markup has the same name', async () => {
  await importCosts(1, 70);
  const own = [{ name: 'rest', when: { vehicle: 'van' as const }, percent: 5 }];
  expect((await preview({ ...worked, own }, 2)).neverMatched).toEqual(['own: rest']);
});

test('apply refuses the hash of a preview that a list, a day or another file has outdated', async () => {
  await importCosts(1, 70);
  const { hash } = await preview(worked, 2);
  const applying = (rules: PriceRulesConfig) =>
    applyRules(shop.database, rulesFile(rules), { hash, now: day(2), actor: 'operator' });
  await importCosts(2, 71);
  const refused = await applying(worked);
  expect(refused).toMatchObject({ ok: false, reason: 'other-preview' });
  expect(await prices()).toEqual([79_90]);
  await importCosts(2, 70);
  expect(await applying({ ...worked, floor: [] })).toMatchObject({ ok: false });
  expect(await applying(worked)).toMatchObject({ ok: true });
});

test('refuses manufacturers that the shop does not know', async () => {
  await importCosts(1, 70);
  const rules = { ...worked, markup: [{ name: 'a', when: { maker: ['Nokian', 'Nokain'] }, percent: 1 }] };
  expect(await previewRules(shop.database, rulesFile(rules), { now: day(2) })).toEqual({
    ok: false,
    reason: 'unknown-makers',
    makers: ['nokain'],
  });
});

test('the shop does not start with rules that name unknown manufacturers, once it has a list of its own', async () => {
  const rules = { markup: [{ name: 'a', when: { maker: ['Nokian', 'Nokain'] }, percent: 1 }] };
  const start = (content: object) => requireKnownManufacturers(shop.db, { file: 'prices.local.ts', content });
  await start(rules);
  await shop.importList(tires(1), { now: day(1), demonstration: true });
  await start(rules);
  await shop.importList(tires(1), { now: day(2) });
  await expect(start(rules)).rejects.toThrow(
    'prices.local.ts\nnames manufacturers that no price list of the shop has named: nokain',
  );
  await start({ markup: [{ name: 'a', when: { maker: 'nokian' }, percent: 1 }] });
});

test('a pinned price stays above the floor unless it says so, and ends with unpin', async () => {
  await importCosts(1, 70);
  await apply(worked, 2);
  const { id: tireId } = await shop.tire('T1');
  const decision = { tireId, reason: 'offer', actor: 'operator' };
  expect(await pinPrice(shop.db, { ...decision, now: day(3), priceCents: 99_00 })).toMatchObject({ after: 99_00 });
  expect(await pinPrice(shop.db, { ...decision, now: day(4), priceCents: 79_00 })).toMatchObject({ after: 96_10 });
  expect(await pinPrice(shop.db, { ...decision, now: day(5), priceCents: 79_00, belowFloor: true })).toMatchObject({
    after: 79_00,
  });
  expect(await unpinPrice(shop.db, { ...decision, now: day(6) })).toMatchObject({ after: 107_90 });
});

test('a campaign is counted from the price before it, and a second one within 30 days claims no reduction', async () => {
  await importCosts(1, 70);
  const campaigns = [
    { id: 'first', from: '2027-02-15', to: '2027-02-21', percentOff: 7, title: titled('first') },
    { id: 'second', from: '2027-03-06', to: '2027-03-07', percentOff: 7, title: titled('second') },
  ];
  await apply({ ...worked, campaigns }, 2);
  const follow = (onDay: number) => repriceOutdatedTires(shop.database, vat, day(onDay));
  expect(await follow(40)).toBe(0);
  expect(await follow(46)).toBe(1);
  expect([await prices(), await earlier()]).toEqual([[100_34], 107_90]);
  expect(await titleShown()).toEqual(titled('first'));
  await importCosts(47, 69);
  expect([await prices(), await earlier()]).toEqual([[98_48], 107_90]);
  expect(await follow(47)).toBe(0);
  // The shop was off when the campaign ended.
  expect(await follow(55)).toBe(1);
  expect([await prices(), await earlier()]).toEqual([[105_90], 98_48]);
  expect(await titleShown()).toBeUndefined();
  expect(await follow(65)).toBe(1);
  expect([await prices(), await earlier()]).toEqual([[98_48], 98_48]);
  expect((await shop.tire('T1')).campaign).toEqual(titled('second'));
  expect(await titleShown()).toBeUndefined();
});

test('a campaign may begin and end at a minute in Tallinn', async () => {
  await importCosts(1, 70);
  const campaign = { from: '2027-02-15 18:00', to: '2027-02-16 09:30', percentOff: 7, title: titled('night') };
  await apply({ ...worked, campaigns: [{ id: 'night', ...campaign }] }, 2);
  const follow = (time: string) => repriceOutdatedTires(shop.database, vat, new Date(`${time}+02:00`));
  expect(await follow('2027-02-15T17:59:59')).toBe(0);
  expect(await follow('2027-02-15T18:00:00')).toBe(1);
  expect([await prices(), await earlier()]).toEqual([[100_34], 107_90]);
  expect(await follow('2027-02-16T09:29:59')).toBe(0);
  expect(await follow('2027-02-16T09:30:00')).toBe(1);
  expect(await prices()).toEqual([107_90]);
});

test('a change of VAT at midnight reprices, also during a campaign, and keeps the earlier price', async () => {
  await importCosts(1, 70);
  await apply(
    {
      ...worked,
      round: { endings: [] },
      campaigns: [{ id: 'c', from: '2027-02-10', to: '2027-02-20', percentOff: 5, title: titled('c') }],
    },
    2,
  );
  await repriceOutdatedTires(shop.database, vat, day(41));
  expect([await prices(), await earlier()]).toEqual([[101_74], 107_10]);
  const raised = [...vat, { from: '2027-02-12', percent: 25 }];
  expect(await repriceOutdatedTires(shop.database, raised, day(42))).toBe(0);
  expect(await repriceOutdatedTires(shop.database, raised, day(43))).toBe(1);
  expect([await prices(), await earlier()]).toEqual([[102_56], 107_10]);
});

test('own stock has its own price while the branches have four pieces', async () => {
  await importCosts(1, 70);
  await apply({ ...worked, own: [{ name: 'own stock', percent: 40 }] }, 2);
  expect(await prices()).toEqual([121_90]);
  const setStock = (pieces: number) =>
    shop.db.updateTable('stock').set({ on_hand: pieces }).where('place', '=', 'ringtee').execute();
  await setStock(3);
  expect(await repriceOutdatedTires(shop.database, vat, day(3))).toBe(1);
  expect(await prices()).toEqual([107_90]);
  expect(await repriceOutdatedTires(shop.database, vat, day(3))).toBe(0);
  await setStock(8);
  expect(await repriceOutdatedTires(shop.database, vat, day(4))).toBe(1);
  expect(await prices()).toEqual([121_90]);
});
