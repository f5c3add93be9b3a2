import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, locales } from '../../../src/shop/locale.ts';
import { browserShop, eventually, open, phone, words } from '../../support/browser/browser.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 8 } }] });

const lang = (page: Page) => page.locator('html').getAttribute('lang');
const path = (page: Page) => page.url().slice(shop.address.length);
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'locale')?.value ?? null;

const selector = (page: Page, locale: Locale) =>
  page.locator('header').getByRole('link', { name: locales[locale].name });

/** Expects the language cookie for 365 days from `now`, in seconds, for the whole site and with Lax. */
async function expectCookie(page: Page, locale: string, now: number): Promise<void> {
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'locale', value: locale, path: '/', sameSite: 'Lax', httpOnly: false });
  expect(Math.round(((cookie?.expires ?? 0) - now) / 86_400)).toBe(365);
}

describe('the first visit', () => {
  test.each([
    ['et-EE', '/', '/', 'et'],
    ['en-US', '/', '/en', 'en-GB'],
    ['ru-RU', '/', '/ru', 'ru'],
    ['de-DE', '/', '/', 'et'],
    ['en-US', '/faq/buy?from=ad', '/en/faq/buy?from=ad', 'en-GB'],
    ['en-US', '/ru/faq', '/ru/faq', 'ru'],
  ])('with a browser in %s to %s ends at %s', async (language, from, to, spoken) => {
    const page = await shop.visit({ locale: language });
    await open(page, from);
    expect(path(page)).toBe(to);
    expect(await lang(page)).toBe(spoken);
  });

  test('stores the language in a cookie: 365 days, path /, SameSite=Lax', async () => {
    for (const [language, at] of [
      ['en-US', '/'],
      ['et-EE', '/faq'],
      ['et-EE', '/ru'],
    ] as const) {
      const page = await shop.visit({ locale: language });
      const now = Date.now() / 1000;
      await open(page, at);
      await eventually(() => cookieOf(page)).not.toBeNull();
      await expectCookie(page, { '/': 'en', '/faq': 'ee', '/ru': 'ru' }[at], now);
    }
  });
});

describe('the selector', () => {
  test('opens the same page with its query, without a reload', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en?season=summer&sort=name');
    const english = await heading(page);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    for (const [locale, to] of [
      ['ru', '/ru?season=summer&sort=name'],
      ['ee', '/?season=summer&sort=name'],
      ['en', '/en?season=summer&sort=name'],
    ] as const) {
      await selector(page, locale).click();
      await page.waitForURL(`**${to}`);
      await eventually(() => lang(page)).toBe(locales[locale].language);
      await eventually(() => heading(page)).toBe(`${words[locale].seasonTires.summer} 205/55 R16`);
      expect(await cookieOf(page)).toBe(locale);
      expect(await page.getByRole('option', { name: words[locale].filter.any }).first().textContent()).toBe(
        words[locale].filter.any,
      );
    }
    expect(await heading(page)).toBe(english);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  // One document serves all equivalent URLs, and never knows the fragment.
  test.each(['/faq/buy?utm_source=letter#order', '/success?order=R26-00000#token'])(
    'keeps the browser’s query and fragment of %s',
    async (address) => {
      // An order that nobody placed is a 404.
      shop.allowErrors(/404 .*\/success/);
      const page = await shop.visit({ language: 'en' });
      await open(page, `/en${address}`);
      await selector(page, 'ru').click();
      await page.waitForURL(`**/ru${address}`);
      expect(await selector(page, 'en').getAttribute('href')).toBe(`/en${address}`);
    },
  );

  test('stores the choice in a cookie: 365 days, path /, SameSite=Lax', async () => {
    const page = await shop.visit({ language: 'en' });
    // An earlier choice that expires in a minute.
    await page
      .context()
      .addCookies([{ name: 'locale', value: 'ee', url: shop.address, expires: Date.now() / 1000 + 60 }]);
    await open(page, '/en/faq');
    const now = Date.now() / 1000;
    await selector(page, 'ru').click();
    await page.waitForURL('**/ru/faq');
    await eventually(() => cookieOf(page)).toBe('ru');
    await expectCookie(page, 'ru', now);
  });

  test('works in the menu of a phone, on every kind of page', async () => {
    const page = await shop.visit({ language: 'en', ...phone });
    for (const [from, to] of [
      ['/en/product?id=tire', '/ru/product?id=tire'],
      ['/en/faq/warranty', '/ru/faq/warranty'],
      ['/en/cart', '/ru/cart'],
    ] as const) {
      await open(page, from);
      await page.getByRole('button', { name: words.en.nav.menu, exact: true }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'Русский' }).tap();
      await page.waitForURL(`**${to}`);
      await eventually(() => lang(page)).toBe('ru');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });

  test('decides the target of the home page, and nothing else', async () => {
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/faq');
    await selector(page, 'ru').click();
    await page.waitForURL('**/ru/faq');
    await eventually(() => cookieOf(page)).toBe('ru');
    await open(page, '/');
    expect(path(page)).toBe('/ru');
    await open(page, '/faq');
    expect(path(page)).toBe('/faq');
    expect(await lang(page)).toBe('et');
    expect(await cookieOf(page)).toBe('ru');
    await selector(page, 'ee').click();
    await eventually(() => cookieOf(page)).toBe('ee');
    await open(page, '/');
    expect(path(page)).toBe('/');
  });
});

test('restores languages on Back and Forward', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en/faq');
  await selector(page, 'ru').click();
  await eventually(() => lang(page)).toBe('ru');
  const russian = await heading(page);
  await selector(page, 'ee').click();
  await eventually(() => lang(page)).toBe('et');
  await page.goBack();
  await eventually(() => heading(page)).toBe(russian);
  expect(await lang(page)).toBe('ru');
  expect(path(page)).toBe('/ru/faq');
  await page.goBack();
  await eventually(() => lang(page)).toBe('en-GB');
  await page.goForward();
  await eventually(() => heading(page)).toBe(russian);
});
