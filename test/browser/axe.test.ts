import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Locale, localeIds } from '../../src/shop/locale.ts';
import { href, type PageName, pageNames } from '../../src/web/sitemap.ts';
import { browserShop, cartOf, desktop, eventually, open, phone, words } from '../support/browser.ts';
import { form, items } from '../support/orders-shop.ts';

const shop = browserShop();

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules to which it matters whether a page is light or dark. */
const ofColour = ['color-contrast', 'link-in-text-block'];

type Tire = { id: string; price: number; available: number };

// Each page in one of the languages.
const pages = pageNames.map((name, index) => [name, localeIds[index % localeIds.length] ?? 'ee'] as const);

test.each(pages)('axe finds nothing on %s, in %s', async (name, locale) => {
  const sizes = 'treadWidth=205&profile=55&diameter=16';
  const answer = await fetch(`${shop.address}/api/v1/products?season=winter_friction&${sizes}`);
  const tire = ((await answer.json()) as { items: Tire[] }).items.find(({ available }) => available > 20);
  if (!tire) throw new Error('the demonstration list has no tire to buy here');
  const page = await shop.visit({ language: locale, kept: { cart: await cartOf(shop.address, { [tire.id]: 4 }) } });
  await open(page, href(name, locale, await search(name, locale, tire)));
  await page.locator('main h1').waitFor();
  if (name === 'order') {
    await page.getByRole('button', { name: words[locale].order.submit }).click();
    await page.getByText(words[locale].order.errorsTitle).waitFor();
  }
  if (name === 'success') await eventually(() => page.title()).toMatch(/R\d\d-\w{5}/);
  await expectNothing(page, desktop.viewport, phone.viewport);
});

test('axe finds nothing in the open menu of a phone', async () => {
  const page = await shop.visit({ ...phone, language: 'ru' });
  await open(page, '/ru/cart');
  await page.getByRole('button', { name: words.ru.nav.menu, exact: true }).tap();
  await page.getByRole('dialog').waitFor();
  await expectNothing(page, phone.viewport);
});

test('axe finds nothing in an open branch', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en/cart');
  await page.locator('header').getByRole('button', { name: 'Annelinn' }).click();
  await page.getByRole('dialog').waitFor();
  await expectNothing(page, desktop.viewport);
});

/** Nothing against WCAG 2.2 AA, on these screens, light and dark. */
async function expectNothing(page: Page, ...screens: { width: number; height: number }[]): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize(screen);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Legacy: no page of its own for the report, which only frames need. Nothing is told of what is right.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const rules = colorScheme === 'light' ? axe.withTags(wcag) : axe.withRules(ofColour);
      const { violations } = await rules.analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
      expect({ screen, colorScheme, found }).toEqual({ screen, colorScheme, found: [] });
    }
  }
}

/** What stands behind the path of a page that shows something of its own. */
async function search(name: PageName, locale: Locale, { id, price }: Tire): Promise<string> {
  if (name === 'product') return `?id=${id}`;
  if (name !== 'success') return '';
  const answer = await fetch(`${shop.address}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(form({ locale, paymentMethod: 'bank_transfer', items: items([id, 1, price]) })),
  });
  const { order } = (await answer.json()) as { order: { number: string; token: string } };
  return `?order=${order.number}#${order.token}`;
}
