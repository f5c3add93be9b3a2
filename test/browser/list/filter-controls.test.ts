import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, eventually, messages, open } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const seasonSelect = (page: Page) => page.getByRole('combobox', { name: t.filter.season, exact: true });
const manufacturerSelect = (page: Page) => page.getByRole('combobox', { name: t.filter.manufacturer, exact: true });
const priceFrom = (page: Page) => page.getByRole('spinbutton', { name: t.filter.priceFrom });
/** The summary of the filters besides size and season, which is rendered together with the controls. */
const summary = (page: Page) => page.locator('.filters > summary');

async function visitSummerTires(): Promise<Page> {
  const page = await shop.visit({ language: 'en', storage: { isCookieAccepted: 'true' } });
  await open(page, '/en?season=summer');
  return page;
}

/** Stops the timers. A list that is chosen after that is rendered, but not its controls, which wait for the next frame. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('a choice that is undone before the controls are rendered leaves them as they were', async () => {
  const page = await visitSummerTires();
  await stopTimers(page);
  await seasonSelect(page).selectOption('winter_studded');
  await page.waitForURL('**/en?season=winter_studded');
  await page.goBack();
  await page.waitForURL('**/en?season=summer');
  await page.clock.resume();
  await eventually(() => seasonSelect(page).inputValue()).toBe('summer');
});

test('a price that is being typed, or is invalid, is kept when the list of another choice arrives', async () => {
  const page = await visitSummerTires();
  await page.getByText(t.filter.more).click();
  await stopTimers(page);
  await manufacturerSelect(page).selectOption('michelin');
  await page.waitForURL('**/en?season=summer&manufacturer=michelin');
  await priceFrom(page).pressSequentially('20000');
  await page.clock.resume();
  await eventually(() => summary(page).textContent()).toContain('Michelin');
  expect(await priceFrom(page).inputValue()).toBe('20000');

  await priceFrom(page).blur();
  const message = page.getByText(t.filter.invalidPrice);
  await message.waitFor();
  await manufacturerSelect(page).selectOption('continental');
  await eventually(() => summary(page).textContent()).toContain('Continental');
  expect(await priceFrom(page).inputValue()).toBe('20000');
  expect(await message.count()).toBe(1);
});
