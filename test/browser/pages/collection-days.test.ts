import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, collapseSpaces, eventually, messages, open } from '../../support/browser/browser.ts';
import { embeddedDays } from '../../support/browser/collection-days.ts';

const shop = browserShop({
  tires: [{ id: 'tire', stock: { ringtee: 4, supplier: { count: 20, leadDays: 2 } } }],
});
const list = '?season=summer';
const row = async (page: Page) => (await page.locator('.tire-row ul').textContent()) ?? '';

test('a page that stays open shows the new days when they change, without a navigation', async () => {
  const page = await shop.visit({ language: 'en' });
  await page.clock.install({ time: new Date() });
  // The page requests this file after it has begun to watch the days.
  const manifest = page.waitForRequest('**/builds/meta/*');
  await open(page, `/en${list}`);
  await manifest;
  const days = await embeddedDays(page);
  const texts = days.days.map((_, index) => `changed ${index}`);
  const changed = { ...days, until: new Date(Date.parse(days.until) + 60 * 60_000).toISOString(), texts };
  await page.route('**/api/v1/collection-days?locale=en', (route) => route.fulfill({ json: changed }));
  const shown = await row(page);
  const untilChange = Date.parse(days.until) - (await page.evaluate(() => Date.now()));
  await page.clock.fastForward(Math.max(0, untilChange - 10_000));
  expect(await row(page)).toBe(shown);
  await page.clock.fastForward('02:00');
  await eventually(() => row(page)).toContain('changed 0');
});

test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  'the days are those of the document for visitors in the time zone %s, in every language',
  async (timezoneId) => {
    const page = await shop.visit({ timezoneId });
    for (const locale of localeIds) {
      await open(page, localizedPath(`/${list}`, locale));
      const { texts, branches } = await embeddedDays(page);
      expect(await row(page)).toContain(`Ringtee: ${texts[branches.ringtee?.ringtee ?? -1]}`);
    }
  },
);

test('the cart and the order form show the day at the chosen branch', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, `/en${list}`);
  const { texts, branches } = await embeddedDays(page);
  const [here = '', transferred = ''] = [branches.ringtee?.ringtee, branches.annelinn?.ringtee].map(
    (day) => texts[day ?? -1],
  );
  await page.getByRole('button', { name: messages.en.tire.add }).first().click();
  await open(page, '/en/cart');
  const cart = page.getByRole('region', { name: messages.en.cart.summary, exact: true });
  await cart.getByText(`Ringtee: ${here}`).waitFor();
  await cart.getByText(`Annelinn: ${transferred}`).waitFor();
  await open(page, '/en/order');
  const summary = page.getByRole('complementary', { name: messages.en.order.summary });
  for (const day of [here, transferred]) await summary.getByText(`Ready to collect: ${day}`).waitFor();
  const annelinn = new RegExp(`Annelinn.*Ready to collect: ${collapseSpaces(transferred)}`);
  await page.getByRole('radio', { name: annelinn }).check();
  await summary.getByText('Ringtee').waitFor({ state: 'detached' });
  await summary.getByText(`Ready to collect: ${transferred}`).waitFor();
  await page.getByRole('radio', { name: messages.en.payment.bank_transfer.label }).check();
  await summary.getByText(`Earliest: ${transferred}`).waitFor();
});
