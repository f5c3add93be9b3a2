import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { labelPath } from '../../../src/shop/catalog/tire/label.ts';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, cartOf, eventually, open, phone, type Visit, words } from '../../support/browser/browser.ts';

const shop = browserShop();

const t = words.en;
const summer = '/en?season=summer';
const accepted = { isCookieAccepted: 'true' };
const arrows = (page: Page) => page.locator('main a[href^="/labels/"]');
const dialog = (page: Page) => page.getByRole('dialog');
const focusedPath = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'));

async function visit(path: string, options: Visit = {}): Promise<Page> {
  const page = await shop.visit({ language: 'en', kept: accepted, ...options });
  await open(page, path);
  return page;
}

/** Whether the browser has drawn it: false if the drawing is not well-formed. */
const drawn = (page: Page) =>
  dialog(page)
    .locator('img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth > 0;
    });

describe('the arrow beside a price', () => {
  test('opens the whole label by keyboard, and Escape returns the focus', async () => {
    const page = await visit(summer);
    const arrow = arrows(page).nth(1);
    const path = await arrow.getAttribute('href');
    await arrow.focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await dialog(page).locator('img').getAttribute('src')).toBe(path);
    expect(await drawn(page)).toBe(true);
    expect(page.url()).toContain(summer);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await focusedPath(page)).toBe(path);
  });

  test('has the values of the label as text', async () => {
    const page = await visit(summer);
    const name =
      /^EU tire label: fuel efficiency [A-E], wet grip [A-E], noise \d\d dB, class [ABC]\. Opens the whole label$/;
    const named = page.locator('main').getByRole('link', { name });
    expect(await named.count()).toBe(await arrows(page).count());
  });

  test('is on the product page, at its alternatives and in the cart, with one dialog for all', async () => {
    const list = await fetch(`${shop.address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16`);
    const [tire] = ((await list.json()) as ProductList).items;
    const id = tire?.id ?? '';
    const page = await visit(`/en/product?id=${id}`);
    expect(await arrows(page).count()).toBeGreaterThan(2);
    await arrows(page).nth(2).click();
    await dialog(page).getByRole('button', { name: t.dialog.close }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const cart = await cartOf(shop.address, { [id]: 4 });
    const other = await visit('/en/cart', { kept: { ...accepted, cart } });
    expect(await arrows(other).first().getAttribute('href')).toBe(labelPath(id));
    await arrows(other).first().click();
    await dialog(other).getByText(t.labelDialog.drawn).waitFor();
    expect(await other.locator('dialog[open]').count()).toBe(1);
  });

  test('is a link to the drawing without JavaScript', async () => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(summer);
    const path = await arrows(page).first().getAttribute('href');
    await arrows(page).first().click();
    await page.waitForURL(`**${path}`);
    expect(await page.locator('svg > title').textContent()).toMatch(/^EU tire label: /);
  });

  test('is a link to the drawing if the dialog cannot be fetched', async () => {
    shop.allowErrors(/Failed to load resource|dynamically imported/);
    const page = await visit(summer);
    await page.route('**/assets/label-dialog*', (route) => route.abort());
    await arrows(page).first().click();
    await page.waitForURL('**/labels/*.svg');
  });

  test('closes its label on navigation: after Back no label covers the page', async () => {
    const page = await visit('/en/faq');
    await page.getByRole('banner').getByRole('link', { name: t.nav.tires, exact: true }).click();
    await arrows(page).first().click();
    await dialog(page).waitFor();
    await page.goBack();
    await page.waitForURL('**/en/faq');
    await eventually(() => page.locator('dialog[open]').count()).toBe(0);
  });
});

test('axe finds nothing in an open label, in any language', { timeout: 300_000 }, async () => {
  for (const locale of ['ee', 'en', 'ru'] satisfies Locale[]) {
    const page = await shop.visit({ language: locale, kept: accepted });
    await open(page, localizedPath('/', locale));
    await arrows(page).first().click();
    await dialog(page).getByText(words[locale].labelDialog.drawn).waitFor();
    await expectAccessible(page, locale);
  }
});

test('on a phone the arrow is large enough to touch, and the label fits the screen', async () => {
  const page = await visit('/', { language: 'ee', ...phone });
  const box = await arrows(page).first().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await arrows(page).first().tap();
  await dialog(page).getByText(ee.labelDialog.drawn).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width);
});

test('a tire with an EPREL number links to its sheet and page there, in a new tab', async () => {
  const [tire] = await shop.db.kysely
    .updateTable('tires')
    .set({ eprel_id: 1234567 })
    .where('id', '=', (query) => query.selectFrom('tires').select('id').where('fuel', 'is not', null).limit(1))
    .returning('id')
    .execute();
  await shop.db.kysely.executeQuery(
    (await import('kysely')).sql`select pg_notify('catalogue', 'all')`.compile(shop.db.kysely),
  );
  const path = (language: Locale) => localizedPath(`/product?id=${tire?.id}`, language);
  for (const [language, sheet] of [
    ['ee', 'ET'],
    ['en', 'EN'],
    ['ru', 'ET'],
  ] as const) {
    const page = await shop.visit({ language, kept: accepted });
    await eventually(async () => {
      await page.goto(path(language));
      return page.locator('a[href*="eprel.ec.europa.eu"]').count();
    }).toBe(2);
    const links = page.locator('a[href*="eprel.ec.europa.eu"]');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      `https://eprel.ec.europa.eu/fiches/tyres/Fiche_1234567_${sheet}.pdf`,
      'https://eprel.ec.europa.eu/screen/product/tyres/1234567',
    ]);
    for (const link of await links.all()) {
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
      expect(await link.textContent()).toContain('EPREL');
    }
    await page.getByText(words[language].labelDialog.prevails).waitFor();
  }
});
