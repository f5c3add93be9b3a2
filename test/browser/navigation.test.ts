import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds, locales, localizedPath } from '../../src/shop/locale.ts';
import { href, type PageName, pageNames } from '../../src/web/sitemap.ts';
import { browserShop, cartOf, eventually, hydrated, kept, open, readable, words } from '../support/browser/browser.ts';
import { requestedPaths } from '../support/browser/page-life.ts';
import { placedOrder } from '../support/orders/placed-order.ts';
import { wider } from '../support/wider.ts';

const shop = browserShop();

const faqPages = ['faq', 'faq-buy', 'faq-policy', 'faq-warranty', 'faq-accessibility'] as const satisfies PageName[];
/** The page's text, collapsed parts included, without structured data. */
const main = async (page: Page) =>
  readable(
    await page.locator('main').evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const script of copy.querySelectorAll('script')) script.remove();
      return copy.textContent;
    }),
  );
const heading = (page: Page) => page.locator('main h1');

/** Tires to view and buy. */
async function someTires(): Promise<{ id: string; price: number }[]> {
  const answer = await fetch(`${shop.address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16`);
  const { items } = (await answer.json()) as { items: { id: string; price: number; available: number }[] };
  return items.filter(({ available }) => available >= 4);
}

async function cart(): Promise<string> {
  const [one, two] = await someTires();
  return cartOf(shop.address, { [one?.id ?? '']: 4, [two?.id ?? '']: 2 });
}

/** URLs at which each page shows the most: a tire, a full cart, an order. */
async function addresses(locale: Locale): Promise<Record<PageName, string>> {
  const [tire] = await someTires();
  if (!tire) throw new Error('the demonstration list has no tire to buy here');
  const order = await placedOrder(shop.address, tire, { locale, paymentMethod: 'bank_transfer' });
  const searches: Partial<Record<PageName, string>> = {
    product: `?id=${tire.id}`,
    success: `?order=${order.number}#${order.token}`,
  };
  return Object.fromEntries(pageNames.map((page) => [page, href(page, locale, searches[page])])) as Record<
    PageName,
    string
  >;
}

test.each(localeIds)(
  'every page in %s has no error, fits 320 px, and is reachable from the home page',
  async (locale) => {
    const page = await shop.visit({
      language: locale,
      viewport: { width: 320, height: 640 },
      kept: { cart: await cart() },
    });
    const reached = new Set<string>();
    for (const [name, address] of Object.entries(await addresses(locale))) {
      await open(page, address);
      await heading(page).waitFor();
      if (name === 'order')
        await page.getByRole('radio', { name: words[locale].payment.pay_at_branch.label }).waitFor();
      if (name === 'success') await eventually(() => page.title()).toMatch(/R\d\d-\w{5}/);
      expect(await page.locator('html').getAttribute('lang')).toBe(locales[locale].language);
      expect({ name, wider: await wider(page, 320) }).toEqual({ name, wider: [] });
      for (const link of await page.locator('a[href^="/"]').all()) {
        reached.add(new URL((await link.getAttribute('href')) ?? '', shop.address).pathname);
      }
    }
    // The success page is linked only after an order.
    const wanted = pageNames.filter((name) => name !== 'success').map((name) => href(name, locale));
    expect(wanted.filter((path) => !reached.has(path))).toEqual([]);
  },
);

describe('a navigation', () => {
  test('moves the focus to the heading and announces the title', async () => {
    const page = await shop.visit({ language: 'en', kept: { cart: await cart(), isCookieAccepted: 'true' } });
    await open(page, '/en');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const arrived = async (path: RegExp) => {
      await page.waitForURL(path);
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    };
    await page.locator('header').getByRole('link', { name: words.en.nav.faq }).click();
    await arrived(/\/en\/faq$/);
    await page.locator('footer').getByRole('link', { name: words.en.footer.buy }).click();
    await arrived(/\/en\/faq\/buy$/);
    await page.locator('header').getByRole('link', { name: words.en.nav.tires }).click();
    await arrived(/\/en$/);
    await page.locator('main h3 a').first().click();
    await arrived(/\/en\/product/);
    await page.locator('header').getByRole('link', { name: words.en.nav.cart }).click();
    await arrived(/\/en\/cart$/);
    await page.getByRole('link', { name: words.en.cart.toOrder, exact: true }).click();
    await arrived(/\/en\/order$/);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('to a placed order moves the focus and announces too', async () => {
    const page = await shop.visit({ language: 'en', kept: { cart: await cart(), isCookieAccepted: 'true' } });
    await open(page, '/en/order');
    const t = words.en.order;
    await page.getByLabel(t.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.email, { exact: true }).fill('mari@example.com');
    await page.getByLabel(t.phone, { exact: true }).fill('+372 5123 4567');
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByRole('radio', { name: words.en.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    await page.getByRole('button', { name: t.submit }).click();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Order R\d\d-/);
    await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    expect(await page.title()).toMatch(/^Order R\d\d-/);
  });

  test('to a long text requests its payload once; its document requests none, and has the same text', async () => {
    const page = await shop.visit({ language: 'en' });
    const all = requestedPaths(page, /_payload/);
    let before = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) before = all.length;
    });
    // Requests of this document; texts of other pages may be preloaded.
    const payloadsOf = (path: string) => all.slice(before).filter((address) => address.startsWith(`${path}/_payload`));
    await open(page, '/en/cart');
    for (const name of faqPages) {
      const path = href(name, 'en');
      const link = name === 'faq' ? page.locator(`header a[href="${path}"]`) : page.locator(`footer a[href="${path}"]`);
      await link.first().click();
      await page.waitForURL(`**${path}`);
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      const navigated = await main(page);
      expect(payloadsOf(path)).toEqual([expect.stringMatching(new RegExp(`^${path}/_payload\\.json\\?[0-9a-f]{16}$`))]);
      await page.reload();
      await hydrated(page);
      expect(await main(page)).toBe(navigated);
      expect(payloadsOf(path)).toEqual([]);
    }
  });

  test('requests no router data', async () => {
    const page = await shop.visit({ language: 'en' });
    const data: string[] = [];
    page.on('request', (request) => {
      if (/\.data(\?|$)|__manifest/.test(request.url())) data.push(request.url());
    });
    await open(page, '/en');
    for (const name of ['faq', 'faq-warranty', 'index', 'cart'] as const) {
      await page
        .locator(`header a[href="${href(name, 'en')}"]:visible`)
        .first()
        .click();
      await eventually(() => new URL(page.url()).pathname).toBe(href(name, 'en'));
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }
    expect(data).toEqual([]);
  });
});

describe('code that cannot be fetched', () => {
  test('causes one document load of the requested page', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await shop.visit({ language: 'en' });
    const documents: string[] = [];
    let broken = true;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(request.url().slice(shop.address.length));
    });
    await open(page, '/en?season=summer');
    await page.route(/assets\/faq-/, (route) => (broken ? route.abort() : route.continue()));
    await page.route('**/en/faq/buy', (route) => {
      broken = false;
      return route.continue();
    });
    documents.length = 0;
    await page.locator(`footer a[href="/en/faq/buy"]`).click();
    await page.waitForURL('**/en/faq/buy');
    await hydrated(page);
    expect(documents).toEqual(['/en/faq/buy']);
    expect(await main(page)).toContain('contract');
  });

  test('permanently leaves the document readable and is not requested in a loop', async () => {
    shop.allowErrors(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const page = await shop.visit({ language: 'en' });
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    await open(page, '/en');
    await page.route(/assets\/faq-/, (route) => route.abort());
    documents = 0;
    await page.locator(`footer a[href="/en/faq/buy"]`).click();
    await page.waitForURL('**/en/faq/buy');
    await page.waitForLoadState('networkidle');
    expect(documents).toBe(1);
    expect(await heading(page).textContent()).not.toBe('');
    // Links still work: the next page opens.
    await page.locator('footer a[href="/en/withdrawal"]').click();
    await page.waitForURL('**/en/withdrawal');
    await hydrated(page);
  });
});

test.each(localeIds)('an unknown URL in %s shows the 404 page', async (locale) => {
  shop.allowErrors(/status of 404/);
  const page = await shop.visit({ language: locale, viewport: { width: 320, height: 640 } });
  const path = localizedPath('/nothing/here', locale);
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  expect(await heading(page).textContent()).toBe(words[locale].notFound.title);
  expect(await page.locator('main p[lang=en]').textContent()).toBe(`Page not found: ${path}`);
  await page.locator('main').getByRole('link', { name: words[locale].notFound.toList }).click();
  await eventually(() => new URL(page.url()).pathname).toBe(localizedPath('/', locale));
  expect(await kept(page, 'cart')).toBeNull();
});
