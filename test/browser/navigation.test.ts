import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds, locales, localizedPath } from '../../src/shop/locale.ts';
import { href, type PageName, pageNames } from '../../src/web/sitemap.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  storedValue,
  waitForHydration,
} from '../support/browser/browser.ts';
import { recordRequests } from '../support/browser/page-life.ts';
import { placeOrder } from '../support/orders/placed-order.ts';
import { elementsWiderThan } from '../support/wider.ts';

const shop = browserShop();

const faqPages = ['faq', 'faq-buy', 'faq-policy', 'faq-warranty', 'faq-accessibility'] as const satisfies PageName[];
/** The text of `main`, including collapsed sections, without scripts. */
const mainText = async (page: Page) =>
  collapseSpaces(
    await page.locator('main').evaluate((element) => {
      const copy = element.cloneNode(true) as HTMLElement;
      for (const script of copy.querySelectorAll('script')) script.remove();
      return copy.textContent;
    }),
  );
const heading = (page: Page) => page.locator('main h1');

/** Summer tires of the default size with at least four in stock. */
async function tiresInStock(): Promise<{ id: string; price: number }[]> {
  const answer = await fetch(`${shop.address}/api/v1/products?season=summer&treadWidth=205&profile=55&diameter=16`);
  const { items } = (await answer.json()) as { items: { id: string; price: number; available: number }[] };
  return items.filter(({ available }) => available >= 4);
}

async function cartWithTwoTires(): Promise<string> {
  const [one, two] = await tiresInStock();
  return cartOf(shop.address, { [one?.id ?? '']: 4, [two?.id ?? '']: 2 });
}

/** A URL for each page; those of the product page and the success page name a tire and an order. */
async function urlsOfPages(locale: Locale): Promise<Record<PageName, string>> {
  const [tire] = await tiresInStock();
  if (!tire) throw new Error('The demonstration price list has no summer tire of the default size in stock');
  const order = await placeOrder(shop.address, tire, { locale, paymentMethod: 'bank_transfer' });
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
  'every page in %s has no error, fits into 320 px and can be reached by links from the home page',
  async (locale) => {
    const page = await shop.visit({
      language: locale,
      viewport: { width: 320, height: 640 },
      storage: { cart: await cartWithTwoTires() },
    });
    const linksOf = new Map<string, Set<string>>();
    for (const [name, url] of Object.entries(await urlsOfPages(locale))) {
      await open(page, url);
      await heading(page).waitFor();
      if (name === 'order')
        await page.getByRole('radio', { name: messages[locale].payment.pay_at_branch.label }).waitFor();
      if (name === 'success') await eventually(() => page.title()).toMatch(/R\d\d-\w{5}/);
      expect(await page.locator('html').getAttribute('lang')).toBe(locales[locale].language);
      expect({ name, wider: await elementsWiderThan(page, 320) }).toEqual({ name, wider: [] });
      linksOf.set(href(name as PageName, locale), await linkedPaths(page));
    }
    // The success page is linked only after an order.
    const linkedPages = pageNames.filter((name) => name !== 'success').map((name) => href(name, locale));
    const reached = pathsReachableFrom(linksOf, href('index', locale));
    expect(linkedPages.filter((path) => !reached.has(path))).toEqual([]);
  },
);

async function linkedPaths(page: Page): Promise<Set<string>> {
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((elements) => elements.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return new Set(links);
}

/** The paths that a visitor can reach from `start` by links. `linksOf`: the links of each page, by its path. */
function pathsReachableFrom(linksOf: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set([start]);
  // The loop also visits paths that it adds to the Set.
  for (const path of reached) for (const link of linksOf.get(path) ?? []) reached.add(link);
  return reached;
}

describe('a navigation', () => {
  test('moves the focus to the heading and announces the title', async () => {
    const page = await shop.visit({
      language: 'en',
      storage: { cart: await cartWithTwoTires(), isCookieAccepted: 'true' },
    });
    await open(page, '/en');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const waitForPage = async (path: RegExp) => {
      await page.waitForURL(path);
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    };
    await page.locator('header').getByRole('link', { name: messages.en.nav.faq }).click();
    await waitForPage(/\/en\/faq$/);
    await page.locator('footer').getByRole('link', { name: messages.en.footer.buy }).click();
    await waitForPage(/\/en\/faq\/buy$/);
    await page.locator('header').getByRole('link', { name: messages.en.nav.tires, exact: true }).click();
    await waitForPage(/\/en$/);
    await page.locator('main h3 a').first().click();
    await waitForPage(/\/en\/product/);
    await page.locator('header').getByRole('link', { name: messages.en.nav.cart }).click();
    await waitForPage(/\/en\/cart$/);
    await page.getByRole('link', { name: messages.en.cart.toOrder, exact: true }).click();
    await waitForPage(/\/en\/order$/);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  });

  test('to a placed order moves the focus to the heading and announces the title', async () => {
    const page = await shop.visit({
      language: 'en',
      storage: { cart: await cartWithTwoTires(), isCookieAccepted: 'true' },
    });
    await open(page, '/en/order');
    const t = messages.en.order;
    await page.getByLabel(t.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.email, { exact: true }).fill('mari@example.com');
    await page.getByLabel(t.phone, { exact: true }).fill('+372 5123 4567');
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: /^Collect/ }).check();
    await page.getByRole('radio', { name: messages.en.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    await page.getByRole('button', { name: t.submit }).click();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Order R\d\d-/);
    await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    expect(await page.title()).toMatch(/^Order R\d\d-/);
  });

  test('to a FAQ page requests its payload once; its document has the same text and requests no payload', async () => {
    const page = await shop.visit({ language: 'en' });
    const requests = recordRequests(page, /_payload/);
    let requestsBeforeDocument = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) requestsBeforeDocument = requests.length;
    });
    // Requests since the current document was opened, for one page: the document may preload other pages.
    const payloadsOf = (path: string) =>
      requests.slice(requestsBeforeDocument).filter((request) => request.startsWith(`${path}/_payload`));
    await open(page, '/en/cart');
    for (const name of faqPages) {
      const path = href(name, 'en');
      const link = name === 'faq' ? page.locator(`header a[href="${path}"]`) : page.locator(`footer a[href="${path}"]`);
      await link.first().click();
      await page.waitForURL(`**${path}`);
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      const navigated = await mainText(page);
      expect(payloadsOf(path)).toEqual([expect.stringMatching(new RegExp(`^${path}/_payload\\.json\\?[0-9a-f]{16}$`))]);
      await page.reload();
      await waitForHydration(page);
      expect(await mainText(page)).toBe(navigated);
      expect(payloadsOf(path)).toEqual([]);
    }
  });

  test('requests no data from React Router', async () => {
    const page = await shop.visit({ language: 'en' });
    const routerRequests: string[] = [];
    page.on('request', (request) => {
      if (/\.data(\?|$)|__manifest/.test(request.url())) routerRequests.push(request.url());
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
    expect(routerRequests).toEqual([]);
  });
});

describe('page code that cannot be fetched', () => {
  test('causes one document load of the requested page if a second attempt succeeds', async () => {
    shop.allowErrors(/ERR_FAILED/);
    const page = await shop.visit({ language: 'en' });
    const documents: string[] = [];
    let isBlocked = true;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(request.url().slice(shop.address.length));
    });
    await open(page, '/en?season=summer');
    await page.route(/assets\/faq-/, (route) => (isBlocked ? route.abort() : route.continue()));
    await page.route('**/en/faq/buy', (route) => {
      isBlocked = false;
      return route.continue();
    });
    documents.length = 0;
    await page.locator(`footer a[href="/en/faq/buy"]`).click();
    await page.waitForURL('**/en/faq/buy');
    await waitForHydration(page);
    expect(documents).toEqual(['/en/faq/buy']);
    expect(await mainText(page)).toContain('contract');
  });

  test('causes one document load if every attempt fails, and the document stays readable', async () => {
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
    // Links of the document work.
    await page.locator('footer a[href="/en/withdrawal"]').click();
    await page.waitForURL('**/en/withdrawal');
    await waitForHydration(page);
  });
});

test.each(localeIds)('an unknown URL in %s shows the 404 page', async (locale) => {
  shop.allowErrors(/status of 404/);
  const page = await shop.visit({ language: locale, viewport: { width: 320, height: 640 } });
  const path = localizedPath('/nothing/here', locale);
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  expect(await heading(page).textContent()).toBe(messages[locale].notFound.title);
  expect(await page.locator('main p[lang=en]').textContent()).toBe(`Page not found: ${path}`);
  await page.locator('main').getByRole('link', { name: messages[locale].notFound.toList }).click();
  await eventually(() => new URL(page.url()).pathname).toBe(localizedPath('/', locale));
  expect(await storedValue(page, 'cart')).toBeNull();
});
