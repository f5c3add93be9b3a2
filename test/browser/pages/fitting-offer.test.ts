import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  phone,
} from '../../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 30, annelinn: 8 } }] });
const t = messages.en;

const text = async (page: Page) => collapseSpaces(await page.locator('main').textContent());

/** The times of the first free starts that the API has for four tires, by branch. */
async function soonestTime(branch: string): Promise<string> {
  const answer = await fetch(`${shop.address}/api/v1/fitting/slots?branch=${branch}&items=tire:4`);
  const { days } = (await answer.json()) as FittingSlots;
  return days.flatMap(({ starts }) => starts)[0]?.time ?? '';
}

// A car with 16-inch wheels, by the owner’s table.
const prices = {
  ee: 'Paigaldus alates 60,00 €, maksate filiaalis.',
  en: 'Fitting from €60.00, paid at the branch.',
  ru: 'Установка от 60,00 €, оплата в филиале.',
};

describe('the price of fitting', () => {
  test.each(localeIds)('is on the page of a tire without script, in %s', async (language) => {
    const page = await shop.visit({ language, javaScriptEnabled: false });
    await page.goto(`${localizedPath('/product', language)}?id=tire`);
    expect(await text(page)).toContain(prices[language]);
  });

  test('follows the count: two tires cost less, and more than four are agreed by phone', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/product?id=tire');
    const count = (name: string) => page.locator('main').getByRole('button', { name });
    await count(t.count.less).click();
    await count(t.count.less).click();
    await page.getByText('Fitting from €33.00, paid at the branch.').waitFor();
    for (let presses = 0; presses < 3; presses += 1) await count(t.count.more).click();
    await page.getByText(t.fittingOffer.byPhone).waitFor();
  });
});

describe('the soonest time at each branch', () => {
  test.each(['/en/product?id=tire', '/en/cart', '/en/order'])('is shown on %s', async (path) => {
    const page = await shop.visit({ language: 'en', storage: { cart: await cartOf(shop.address, { tire: 4 }) } });
    await open(page, path);
    for (const [id, name] of [
      ['ringtee', 'Ringtee'],
      ['annelinn', 'Annelinn'],
    ] as const) {
      const value = page.locator('main dl.tabular dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
      await eventually(() => value.textContent()).toContain(await soonestTime(id));
    }
  });

  test.each([
    ['a phone', phone],
    ['a desktop', {}],
  ])('moves nothing when it has loaded, on %s', async (_, device) => {
    const page = await shop.visit({ language: 'en', ...device });
    const held = Promise.withResolvers<void>();
    await page.route('**/fitting/slots?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await open(page, '/en/product?id=tire');
    const box = () => page.locator('main aside').boundingBox();
    const height = async () => page.evaluate(() => document.documentElement.scrollHeight);
    const [before, heightBefore] = [await box(), await height()];
    held.resolve();
    const times = page.locator('main dl.tabular dd');
    await eventually(async () => (await times.allTextContents()).every((time) => /\d\d:\d\d/.test(time))).toBe(true);
    expect([await box(), await height()]).toEqual([before, heightBefore]);
  });

  test('is replaced by an offer to call when there is no response', async () => {
    shop.allowErrors(/Failed to load resource/);
    const page = await shop.visit({ language: 'en' });
    await page.route('**/fitting/slots?*', (route) => route.abort());
    await open(page, '/en/product?id=tire');
    await eventually(() => page.locator('main dl.tabular dd').allTextContents()).toEqual([
      t.fittingOffer.unknown,
      t.fittingOffer.unknown,
    ]);
  });
});
