import { expect, test } from 'vitest';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import type { PriceRulesConfig } from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { csv, streamOf, tires } from '../../import/price-list.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands } from '../../support/desk/browser.ts';

const content = {
  markup: [{ name: 'rest', percent: 18, plus: 2 }],
  floor: [{ name: 'least margin', margin: 6 }],
  round: { endings: ['.90'] },
  guard: { biggestChange: 60 },
} satisfies PriceRulesConfig;

const { desk, signIn } = deskInBrowser({ prices: { file: 'prices.local.ts', content } });

/** Twelve tires at 79.90 whose costs are 60, 62, … euros, and one whose cost is a mistake. */
async function importCosts() {
  const [head, ...rows] = csv(tires(13), ';').trimEnd().split('\n');
  const costs = [...Array.from({ length: 12 }, (_, at) => 60 + 2 * at), 7];
  const list = [`${head};cost_net`, ...rows.map((row, at) => `${row};${costs[at]}`)].join('\n');
  const now = desk.clock.now;
  await importPriceList(desk.shop.database.db, streamOf(list), { now, branches: ['ringtee', 'annelinn'] });
}

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

test('on a phone and on a desktop the owner reads the ten largest moves with margins, applies the rules and undoes them', async () => {
  await importCosts();
  const page = await signIn('owner', { at: '/prices' });
  const person = hands(page, 'pointer');
  const price = async () => {
    const tire = desk.shop.db.selectFrom('tires').select('price_cents').where('supplier_sku', '=', 'T12');
    return (await tire.executeTakeFirstOrThrow()).price_cents;
  };
  for (const [index, viewport] of [phone, desktop].entries()) {
    await page.setViewportSize(viewport);
    await person.tap('Show what changes');
    const moves = page.locator('main table tbody tr');
    await moves.first().waitFor();
    expect(await moves.count()).toBe(10);
    // The largest: from 79.90 to the rounded price of a tire that costs 82 euros.
    const cells = await moves.first().locator('th, td').allTextContents();
    expect(cells.slice(-5)).toEqual(['€79.90', '€122.90', '+54', '€82.00', '17']);
    await page.getByText('Held back by the guard: 1').waitFor();
    await expectAccessible(page, 'preview of price rules', { screens: [viewport] });

    await person.tap('Apply');
    await person.tap(/^Apply to 12 prices/);
    await eventually(() => page.getByText('prices.local.ts', { exact: true }).count()).toBe(index + 1);
    expect(await price()).toBe(122_90);
    await person.tap('Undo');
    await person.tap('Undo, and change the prices back');
    await eventually(() => page.getByText('undone').count()).toBe(index + 1);
    expect(await price()).toBe(79_90);
    await expectAccessible(page, 'undone price rules', { screens: [viewport] });
  }
});

test('rules that change no price today are applied with a button that says so', async () => {
  const page = await signIn('owner', { viewport: desktop, at: '/prices' });
  const person = hands(page, 'pointer');
  await person.tap('Show what changes');
  await page.getByText('No price changes.').waitFor();
  await person.tap('Apply');
  await person.tap('Apply the rules, without a change today');
  await page.getByText('prices.local.ts', { exact: true }).waitFor();
});
