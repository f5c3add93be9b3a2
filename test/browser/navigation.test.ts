import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { href, type PageName } from '../../src/web/sitemap.ts';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  waitForHydration,
} from '../support/browser/browser.ts';
import { recordRequests } from '../support/browser/page-life.ts';
import { fillOrderForm, submit } from '../support/orders/ordering.ts';

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

describe('a navigation', () => {
  test('moves the focus to the heading and announces the title, also of a placed order, and requests no data from React Router', async () => {
    const t = messages.en;
    const page = await shop.visit({
      language: 'en',
      storage: { cart: await cartWithTwoTires(), isCookieAccepted: 'true' },
    });
    const routerRequests = recordRequests(page, /\.data(\?|$)|__manifest/);
    await open(page, '/en');
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    const waitForPage = async (path: RegExp) => {
      await page.waitForURL(path);
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    };
    const inHeader = (name: string) => page.locator('header').getByRole('link', { name, exact: true }).first().click();
    await inHeader(t.nav.faq);
    await waitForPage(/\/en\/faq$/);
    await inHeader(t.nav.warranty);
    await waitForPage(/\/en\/faq\/warranty$/);
    await page.locator('footer').getByRole('link', { name: t.footer.buy }).click();
    await waitForPage(/\/en\/faq\/buy$/);
    await inHeader(t.nav.tires);
    await waitForPage(/\/en$/);
    await page.locator('main h3 a').first().click();
    await waitForPage(/\/en\/product/);
    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await waitForPage(/\/en\/cart$/);
    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await waitForPage(/\/en\/order$/);
    await fillOrderForm(page);
    await submit(page);
    await page.waitForURL('**/en/success?order=*');
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Order R\d\d-/);
    await eventually(() => page.locator('[aria-live=polite].sr-only').textContent()).toBe(await page.title());
    expect(await page.title()).toMatch(/^Order R\d\d-/);
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    expect(routerRequests).toEqual([]);
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
});
