import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, eventually, messages, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 8 } }] });

const documentLanguage = (page: Page) => page.locator('html').getAttribute('lang');
const currentPath = (page: Page) => page.url().slice(shop.address.length);
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'locale')?.value ?? null;

const languageLink = (page: Page, locale: Locale) =>
  page.locator('header').getByRole('link', { name: locales[locale].name });

/** Expects a language cookie for the whole site with SameSite=Lax that expires 365 days after `now`, in Unix seconds. */
async function expectCookie(page: Page, locale: string, now: number): Promise<void> {
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'locale', value: locale, path: '/', sameSite: 'Lax', httpOnly: false });
  expect(Math.round(((cookie?.expires ?? 0) - now) / 86_400)).toBe(365);
}

describe('the first visit', () => {
  test.each([
    ['en-US', '/', '/en', 'en'],
    ['de-DE', '/faq', '/faq', 'ee'],
    ['en-US', '/ru/faq', '/ru/faq', 'ru'],
  ] as const)(
    'in a browser in %s, %s opens %s in the language %s, and stores it in a cookie: 365 days, path /, SameSite=Lax',
    async (language, from, to, locale) => {
      const page = await shop.visit({ locale: language });
      const now = Date.now() / 1000;
      await open(page, from);
      expect(currentPath(page)).toBe(to);
      expect(await documentLanguage(page)).toBe(locales[locale].language);
      await eventually(() => cookieOf(page)).not.toBeNull();
      await expectCookie(page, locale, now);
    },
  );
});

describe('the language selector', () => {
  test('opens the same page with its query, without a reload', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en?season=summer&sort=name');
    const englishHeading = await heading(page);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    for (const [locale, to] of [
      ['ru', '/ru?season=summer&sort=name'],
      ['ee', '/?season=summer&sort=name'],
      ['en', '/en?season=summer&sort=name'],
    ] as const) {
      await languageLink(page, locale).click();
      await page.waitForURL(`**${to}`);
      await eventually(() => documentLanguage(page)).toBe(locales[locale].language);
      await eventually(() => heading(page)).toBe(`${messages[locale].seasonTires.summer} 205/55 R16`);
      expect(await cookieOf(page)).toBe(locale);
      const anyOption = page.getByRole('option', { name: messages[locale].filter.any, exact: true });
      expect(await anyOption.count()).toBeGreaterThan(0);
    }
    expect(await heading(page)).toBe(englishHeading);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('shows the pages of an order, the comparison, the withdrawal and long texts in the chosen language, without a reload', async () => {
    const cart = await cartOf(shop.address, { tire: 4 });
    const page = await shop.visit({ language: 'en', storage: { cart } });
    const { comparison, faq, faqAccessibility, faqPolicy, order, success, withdrawal } = messages.ru;
    for (const [path, title] of [
      ['/order', order.title],
      ['/compare', comparison.title],
      ['/success', success.unknown],
      ['/withdrawal', withdrawal.title],
      ['/faq', faq.title],
      ['/faq/policy', faqPolicy.title],
      ['/faq/accessibility', faqAccessibility.title],
    ] as const) {
      await open(page, `/en${path}`);
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      await languageLink(page, 'ru').click();
      await page.waitForURL(`**/ru${path}`);
      await eventually(() => heading(page)).toBe(title);
      expect(await page.evaluate(() => 'sameDocument' in globalThis), path).toBe(true);
    }
  });

  // The server renders one document for all equivalent URLs, without their query and fragment.
  test('keeps the browser’s query and fragment', async () => {
    // The API answers 404 for the order.
    shop.allowErrors(/404 .*\/success/);
    const page = await shop.visit({ language: 'en' });
    for (const address of ['/faq/buy?utm_source=newsletter#order', '/success?order=R26-00000#token']) {
      await open(page, `/en${address}`);
      await languageLink(page, 'ru').click();
      await page.waitForURL(`**/ru${address}`);
      const [url, fragment] = address.split('#');
      expect(await languageLink(page, 'en').getAttribute('href')).toBe(`/en${url}&lang=en#${fragment}`);
    }
  });

  test('stores the choice in a cookie, which decides the language of the home page only: 365 days, path /, SameSite=Lax', async () => {
    const page = await shop.visit({ language: 'en' });
    // An earlier choice; its cookie expires in a minute.
    await page
      .context()
      .addCookies([{ name: 'locale', value: 'ee', url: shop.address, expires: Date.now() / 1000 + 60 }]);
    await open(page, '/en/faq');
    const now = Date.now() / 1000;
    await languageLink(page, 'ru').click();
    await page.waitForURL('**/ru/faq');
    await eventually(() => cookieOf(page)).toBe('ru');
    await expectCookie(page, 'ru', now);
    await open(page, '/');
    expect(currentPath(page)).toBe('/ru');
    await open(page, '/faq');
    expect(currentPath(page)).toBe('/faq');
    expect(await documentLanguage(page)).toBe('et');
    expect(await cookieOf(page)).toBe('ru');
    await languageLink(page, 'ee').click();
    await eventually(() => cookieOf(page)).toBe('ee');
    await open(page, '/');
    expect(currentPath(page)).toBe('/');
  });

  test('works in the menu on a phone, on product, FAQ and cart pages, and loads their messages without a reload', async () => {
    const page = await shop.visit({ language: 'en', ...phone });
    const { product, faqWarranty, cart } = messages.ru;
    for (const [from, to, text] of [
      ['/en/product?id=tire', '/ru/product?id=tire', product.facts],
      ['/en/faq/warranty', '/ru/faq/warranty', faqWarranty.title],
      ['/en/cart', '/ru/cart', cart.title],
    ] as const) {
      await open(page, from);
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      await page.getByRole('button', { name: messages.en.nav.menu, exact: true }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'Русский' }).tap();
      await page.waitForURL(`**${to}`);
      await eventually(() => documentLanguage(page)).toBe('ru');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('heading', { name: text }).first().waitFor();
      expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    }
  });
});

describe('without script', () => {
  const visit = (language: Locale) => shop.visit({ language, javaScriptEnabled: false });

  test.each([
    ['ee', '/'],
    ['ru', '/ru'],
    ['en', '/en/faq'],
  ] as const)('the first visit stores %s at %s in a cookie', async (locale, at) => {
    const page = await visit('ee');
    const now = Date.now() / 1000;
    await page.goto(at);
    expect(currentPath(page)).toBe(at);
    await expectCookie(page, locale, now);
  });

  test('the links switch the language, and set the language of the home page', async () => {
    const page = await visit('ru');
    await page.goto('/?season=summer&treadWidth=225');
    const homePage = await page.context().newPage();
    for (const [locale, url, home] of [
      ['ee', '/?treadWidth=225&season=summer', '/'],
      ['ru', '/ru?treadWidth=225&season=summer', '/ru'],
      ['ee', '/?treadWidth=225&season=summer', '/'],
    ] as const) {
      const now = Date.now() / 1000;
      await languageLink(page, locale).click();
      await page.waitForURL(`**${url}`);
      expect(await documentLanguage(page)).toBe(locales[locale].language);
      await expectCookie(page, locale, now);
      await homePage.goto('/');
      expect(currentPath(homePage)).toBe(home);
    }
  });
});

test('keeps the choice of a link that opens in a new tab', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en');
  await eventually(() => cookieOf(page)).toBe('en');
  const opened = page.context().waitForEvent('page');
  await languageLink(page, 'ee').click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL('**/');
  expect(currentPath(tab)).toBe('/');
  expect(await documentLanguage(tab)).toBe('et');
  await eventually(() => cookieOf(page)).toBe('ee');
  expect(currentPath(page)).toBe('/en');
});

test('keeps a choice made before hydration', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en');
  await page.route('**/assets/*.js', () => {});
  await page.goto('/en', { waitUntil: 'commit' });
  await languageLink(page, 'ee').click();
  await page.waitForURL(`${shop.address}/`, { waitUntil: 'commit' });
  await eventually(() => cookieOf(page)).toBe('ee');
});

test('Back and Forward restore the language', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en/faq');
  await languageLink(page, 'ru').click();
  await eventually(() => documentLanguage(page)).toBe('ru');
  const russianHeading = await heading(page);
  await languageLink(page, 'ee').click();
  await eventually(() => documentLanguage(page)).toBe('et');
  await page.goBack();
  await eventually(() => heading(page)).toBe(russianHeading);
  expect(await documentLanguage(page)).toBe('ru');
  expect(currentPath(page)).toBe('/ru/faq');
  await page.goBack();
  await eventually(() => documentLanguage(page)).toBe('en-GB');
  await page.goForward();
  await eventually(() => heading(page)).toBe(russianHeading);
});
