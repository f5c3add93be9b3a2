import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { product } from '../../../src/shop/catalog/list/product-query.ts';
import { importVehicles } from '../../../src/shop/catalog/vehicles/import-vehicles.server.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { expectAccessible, expectContentAccessible, scopeIn } from '../../support/browser/axe.ts';
import {
  browserShop,
  collapseSpaces,
  desktop,
  eventually,
  messages,
  open,
  openBeforeScripts,
  phone,
} from '../../support/browser/browser.ts';
import { idOfSize, setCatalogue } from '../../support/catalogue/set-catalogue.ts';
import { elementsWiderThan } from '../../support/wider.ts';

const shop = browserShop({ template: setCatalogue });
const storage = { isCookieAccepted: 'true' };
const t = messages.en;

const id = (size: string) => idOfSize(shop.db.kysely, size);
const setQuery = async (front = '225/45 18', rear = '255/40 18') => `?id=${await id(front)}&rear=${await id(rear)}`;
const mainText = async (page: Page) => collapseSpaces(await page.locator('main').textContent());
const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.cart) as Record<string, { count: number }>);

describe.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s', (_, device) => {
  test('a set is found on the page of a tire, added as two lines of two, and named in the cart', async () => {
    const [front, rear] = [await id('225/45 18'), await id('255/40 18')];
    const page = await shop.visit({ ...device, language: 'en', storage });
    await open(page, href('product', 'en', `?id=${front}`));
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole('link', { name: /\+ 255\/40 R18/ }).click();
    await page.getByRole('heading', { name: t.tireSet.rear }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByRole('button', { name: t.tireSet.add }).click();
    await page.getByRole('link', { name: t.tire.inCart }).waitFor();
    expect(collapseSpaces(await page.evaluate(() => document.activeElement?.textContent ?? ''))).toBe(t.tire.inCart);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    const cart = await storedCart(page);
    expect(Object.entries(cart).map(([key, { count }]) => [key, count])).toEqual([
      [front, 2],
      [rear, 2],
    ]);
    const known = [...Object.keys(product.shape), 'count'];
    for (const item of Object.values(cart)) expect(known).toEqual(expect.arrayContaining(Object.keys(item)));
    await page.getByRole('link', { name: t.tire.inCart }).click();
    await page.getByText('Front/rear set: front').waitFor();
  });
});

test('a set that is added before scripts load is in the cart as two lines of two', async () => {
  const page = await shop.visit({ ...phone, language: 'en', storage });
  const release = await openBeforeScripts(page, href('product', 'en', await setQuery()));
  await page.getByRole('button', { name: t.tireSet.add }).tap();
  release();
  await page.getByRole('link', { name: t.tire.inCart }).waitFor();
  expect(Object.values(await storedCart(page)).map(({ count }) => count)).toEqual([2, 2]);
});

test('the cart warns about other counts, and removing a half says what is left; axe finds no violations', async () => {
  const page = await shop.visit({ language: 'en', storage });
  await open(page, href('product', 'en', await setQuery()));
  await page.getByRole('button', { name: t.tireSet.add }).click();
  await page.getByRole('link', { name: t.tire.inCart }).waitFor();
  await open(page, '/en/cart');
  await page.getByText('Front/rear set: front').waitFor();
  await expectContentAccessible(page, 'set in the cart');
  const counts = page.getByRole('textbox', { name: t.validation.count });
  await counts.nth(1).fill('1');
  await counts.nth(1).blur();
  await page.getByText('has 2 of one size and 1 of the other').waitFor();
  await counts.nth(1).fill('2');
  await counts.nth(1).blur();
  await page.getByText('Front/rear set: front').waitFor();
  await counts.nth(1).fill('0');
  await counts.nth(1).blur();
  await page.getByText('Removed from the set: Michelin Pilot Sport 5 255/40 R18').waitFor();
  expect(await mainText(page)).toContain('Still in the cart: Michelin Pilot Sport 5 225/45 R18 95Y XL, 2.');
  expect(Object.keys(await storedCart(page))).toEqual([await id('225/45 18')]);
});

test('axe finds no violations on the page of a set and on that of a tire with sets, in any language', async () => {
  const page = await shop.visit({ storage });
  for (const locale of localeIds) {
    await open(page, href('product', locale, await setQuery('245/35 20', '305/30 21')));
    await page.getByRole('heading', { name: messages[locale].tireSet.front }).waitFor();
    await expectContentAccessible(page, `set in ${locale}`, scopeIn(locale));
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect({ locale, wider: await elementsWiderThan(page, width) }).toEqual({ locale, wider: [] });
    }
    await open(page, href('product', locale, `?id=${await id('225/45 18')}`));
    await page.getByRole('heading', { name: messages[locale].tireSet.otherAxle }).waitFor();
    await expectContentAccessible(page, `other axle in ${locale}`, scopeIn(locale));
  }
});

describe('the page of cars', () => {
  beforeAll(async () => {
    const list = createReadStream(join(import.meta.dirname, '../../../docs/examples/vehicles.csv'));
    expect(await importVehicles(shop.db, list, { dryRun: false })).toMatchObject({ refusal: null });
  });

  test('a car is chosen without script, and axe finds no violations on the way, in every language', async () => {
    const page = await shop.visit();
    for (const locale of localeIds) {
      const t = messages[locale].vehicle;
      const path = localizedPath('/vehicle', locale);
      await eventually(async () => (await fetch(shop.address + path)).status).toBe(200);
      await page.goto(path);
      expect(await page.locator('script').count()).toBe(0);
      await expectAccessible(page, `first step in ${locale}`, scopeIn(locale));
      await page.locator('select[name=make]').selectOption('BMW');
      await page.getByRole('button').first().click();
      await page.locator('select[name=model]').selectOption('3');
      await page.getByRole('button').last().click();
      await page.getByText(t.compare).waitFor();
      expect(new URL(page.url()).search).toBe('?make=BMW&model=3');
      await expectAccessible(page, `sizes in ${locale}`, scopeIn(locale));
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect({ locale, wider: await elementsWiderThan(page, width) }).toEqual({ locale, wider: [] });
      }
      await page.getByRole('link', { name: /Pilot Sport 5/ }).click();
      await page.getByRole('heading', { name: messages[locale].tireSet.rear }).waitFor();
    }
  });
});
