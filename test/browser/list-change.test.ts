import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, open, words } from '../support/browser.ts';
import { asked } from '../support/page-life.ts';

const shop = browserShop();

const t = words.en;
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const models = (page: Page) => page.locator('main li h3').allTextContents();
const list = (page: Page) => page.locator('section[aria-labelledby="result"]');

async function visit(path: string): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: { isCookieAccepted: 'true' } });
  await open(page, path);
  return page;
}

/** Holds the answers to lists back until `let go` is called. */
async function heldBack(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/products\?(?!id=)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('while the next list is on its way the one before stays, paler, and can be read', async () => {
  const page = await visit('/en?season=summer');
  const before = await models(page);
  const letGo = await heldBack(page);
  await select(page, t.filter.season).selectOption('winter_friction');
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('true');
  expect(await models(page)).toEqual(before);
  const opacity = () =>
    list(page)
      .locator('> ul')
      .evaluate((rows) => Number(getComputedStyle(rows).opacity));
  expect(await opacity()).toBeLessThan(1);
  expect(await opacity()).toBeGreaterThan(0.4);
  letGo();
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('false');
  expect(await models(page)).not.toEqual(before);
  expect(await opacity()).toBe(1);
});

test('two choices in quick succession both count, and none is asked for twice', async () => {
  const page = await visit('/en?season=summer');
  const calls = asked(page, /^\/api\/v1\/products\?(?!id=)/);
  const letGo = await heldBack(page);
  await select(page, t.filter.diameter).selectOption('17');
  await select(page, t.filter.season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  await eventually(() => calls.at(-1)).toMatch(/diameter=17&season=all_season/);
  letGo();
  await eventually(() => list(page).getAttribute('aria-busy')).toBe('false');
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
  expect(await select(page, t.filter.season).inputValue()).toBe('all_season');
  expect(calls.length).toBeLessThanOrEqual(2);
  await page.reload();
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
});

test('of two choices at once the last one counts, though its list is there and that of the first is not', async () => {
  const page = await visit('/en?season=summer');
  await select(page, t.filter.diameter).selectOption('17');
  await page.waitForURL('**/en?diameter=17&season=summer');
  await select(page, t.filter.season).selectOption('all_season');
  await page.waitForURL('**/en?diameter=17&season=all_season');
  const answer = page.waitForResponse(/diameter=18/);
  await select(page, t.filter.diameter).evaluate((control: HTMLSelectElement) => {
    for (const value of ['18', '17']) {
      control.value = value;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await (await answer).finished();
  // The page has read the answer and done what comes of it.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(page.url()).toMatch(/diameter=17&season=all_season$/);
  expect(await select(page, t.filter.diameter).inputValue()).toBe('17');
});

test('going back to a list that was shown a moment ago asks for nothing', async () => {
  const page = await visit('/en?season=summer');
  const before = await models(page);
  await select(page, t.filter.season).selectOption('winter_friction');
  await eventually(() => models(page)).not.toEqual(before);
  const calls = asked(page, /^\/api\/v1\//);
  await page.evaluate(() => history.back());
  await eventually(() => models(page)).toEqual(before);
  expect(calls).toEqual([]);
});
