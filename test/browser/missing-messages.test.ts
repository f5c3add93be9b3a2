import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { locales, localizedPath } from '../../src/shop/locale.ts';
import { browserShop, eventually, messages, open, waitForHydration } from '../support/browser/browser.ts';
import { recordConsole, recordDocumentLoads } from '../support/browser/page-life.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;
const heading = (page: Page) => page.locator('main h1');

describe('messages that cannot be loaded', () => {
  test('leave the server-rendered document in place, with a console message', async () => {
    shop.allowErrors(/ERR_FAILED|messages en could not be loaded/);
    const page = await shop.visit({ language: 'en' });
    const errors = recordConsole(page, 'error');
    const documentLoads = recordDocumentLoads(page);
    await page.route(/assets\/en-/, (route) => route.abort());
    await page.goto('/en');
    await eventually(() => errors.join('\n')).toContain('messages en could not be loaded');
    expect(await heading(page).textContent()).toBe(t.home.title);
    expect(await page.locator('.size-field button[type=submit]').isVisible()).toBe(true);
    expect(documentLoads).toEqual(['/en']);

    // The filter form works without JavaScript, and the next document loads the messages.
    await page.unroute(/assets\/en-/);
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('summer');
    await page.locator('.size-field button[type=submit]').click();
    await page.waitForURL('**/en?*season=summer*');
    await waitForHydration(page);
    expect(await page.locator('main h3').count()).toBe(2);
  });

  test.each([
    ['/faq/buy', 'Русский', 'ru', 'ee'],
    ['/ru/order', 'English', 'en', 'ru'],
    ['/en?season=summer', 'Eesti', 'ee', 'en'],
  ] as const)(
    'leave %s as it is when another language is chosen, and the page says so',
    async (from, language, to, locale) => {
      shop.allowErrors(new RegExp(`ERR_FAILED|messages ${to} could not be loaded`));
      const page = await shop.visit({ language: locale });
      await open(page, from);
      const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'locale')?.value;
      await eventually(cookie).toBe(locale);
      const title = await heading(page).textContent();
      const files = new RegExp(`assets/${to}-`);
      await page.route(files, (route) => route.abort());
      const documentLoads = recordDocumentLoads(page);
      const errors = recordConsole(page, 'error');
      const choose = () => page.locator('header').getByRole('link', { name: language }).click();
      await choose();
      await page.getByText(messages[locale].notification.language).waitFor();
      expect(errors.join('\n')).toContain(`messages ${to} could not be loaded`);
      expect(page.url()).toBe(shop.address + from);
      expect(await page.locator('html').getAttribute('lang')).toBe(locales[locale].language);
      expect(await heading(page).textContent()).toBe(title);
      expect(await cookie()).toBe(locale);
      expect(documentLoads).toEqual([]);

      // The page still works.
      await page.locator('header').getByRole('link', { name: messages[locale].nav.faq, exact: true }).first().click();
      await page.waitForURL(`**${localizedPath('/faq', locale)}`);
      await eventually(() => heading(page).textContent()).toBe(messages[locale].faq.title);

      await page.unroute(files);
      await choose();
      await page.waitForURL(`**${localizedPath('/faq', to)}`);
      await eventually(() => heading(page).textContent()).toBe(messages[to].faq.title);
      expect(await cookie()).toBe(to);
    },
  );

  test('do not prevent a second attempt, which opens the document of the other language', async () => {
    shop.allowErrors(/ERR_FAILED|messages ru could not be loaded/);
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/faq');
    await page.route(/assets\/ru-/, (route) => route.abort());
    const choose = () => page.locator('header').getByRole('link', { name: 'Русский' }).click();
    await choose();
    await page.getByText(t.notification.language).waitFor();
    await choose();
    await page.waitForURL('**/ru/faq');
    expect(await heading(page).textContent()).toBe(messages.ru.faq.title);
    await open(page, '/en');
    await page.goto('/');
    expect(page.url()).toBe(`${shop.address}/ru`);
  });

  test('cause another notification if the server does not answer the second attempt within 5 seconds', async () => {
    shop.allowErrors(/ERR_FAILED|messages ru could not be loaded/);
    const page = await shop.visit({ language: 'en' });
    await page.clock.install();
    await open(page, '/en/faq');
    await page.route(/assets\/ru-/, (route) => route.abort());
    const choose = () => page.locator('header').getByRole('link', { name: 'Русский' }).click();
    await choose();
    const notifications = page.getByText(t.notification.language);
    await notifications.waitFor();
    // Stops the clock. The first notification closes after 4 s.
    await page.clock.pauseAt(Date.now() + 60_000);
    await eventually(() => notifications.count()).toBe(0);
    await page.route('**/ru/faq', () => {});
    const asked = page.waitForRequest('**/ru/faq');
    await choose();
    await asked;
    await page.clock.runFor(4999);
    expect(await notifications.count()).toBe(0);
    await page.clock.runFor(1);
    await eventually(() => notifications.count()).toBe(1);
    expect(page.url()).toBe(`${shop.address}/en/faq`);
  });

  test('cause a notification at each attempt to switch the language without a network', async () => {
    // Linked pages may still be preloading.
    shop.allowErrors(/ERR_INTERNET_DISCONNECTED|messages (?:ru|en) could not be loaded/);
    const page = await shop.visit({ language: 'en' });
    await open(page, '/en/faq');
    // The cards of notifications load after the first view.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const notifications = page.getByText(messages.en.notification.language);
    for (const count of [1, 2]) {
      await page.locator('header').getByRole('link', { name: 'Русский' }).click();
      await eventually(() => notifications.count()).toBe(count);
    }
    expect(page.url()).toBe(`${shop.address}/en/faq`);
    expect(await heading(page).textContent()).toBe(t.faq.title);
  });
});
