import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { type Locale, localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { href, type PageName, pageNames } from '../../../src/web/sitemap.ts';
import { expectAccessible, expectContentAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, cartOf, eventually, messages, open } from '../../support/browser/browser.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop();

// The tires of one manufacturer are enough, because all rows of a list have the same structure.
const shortList = '?season=summer&manufacturer=michelin';

// Header and footer are checked on these pages only: the header is the same on all pages, and the cart has the folded footer (`pagesWithFoldedFooter` in shell.tsx).
const pagesToCheckWhole: readonly PageName[] = ['index', 'cart'];

/** In ms. Each test runs axe six times for each of its pages, for a second or more each. */
const timeoutMs = 600_000;

const catalogue: readonly PageName[] = ['index', 'product', 'compare'];
const ordering: readonly PageName[] = ['cart', 'order', 'success'];
const otherPages = pageNames.filter((name) => ![...catalogue, ...ordering].includes(name));

test.each([
  ['the pages of tires', catalogue],
  ['the pages of an order', ordering],
  ['every other page', otherPages],
])(
  '%s: no error, no element wider than 320 px and no violation that axe finds, in every language',
  { timeout: timeoutMs },
  async (_, names) => {
    const tire = await tireInStock();
    const cart = await cartOf(shop.address, { [tire.id]: 4 });
    const page = await shop.visit({ storage: { cart, isCookieAccepted: 'true' } });
    for (const name of names) {
      const search = await searchOf(name, tire);
      const check = pagesToCheckWhole.includes(name) ? expectAccessible : expectContentAccessible;
      for (const locale of localeIds) {
        await open(page, href(name, locale, search));
        await waitForPage(page, name, locale);
        await check(page, `${name} in ${locale}`, scopeIn(locale));
      }
    }
  },
);

async function waitForPage(page: Page, name: PageName, locale: Locale): Promise<void> {
  await page.locator('main h1').waitFor();
  if (name === 'order') await page.getByRole('radio', { name: messages[locale].payment.pay_at_branch.label }).waitFor();
  if (name === 'success') await eventually(() => page.title()).toMatch(/R\d\d-\w{5}/);
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
}

test('axe finds no violations on the pages of errors 404 and 400, in any language', {
  timeout: timeoutMs,
}, async () => {
  shop.allowErrors(/status of 40[04]/);
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  for (const locale of localeIds) {
    for (const [path, { title }] of [
      ['/nothing/here', messages[locale].notFound],
      ['/%zz', messages[locale].badRequest],
    ] as const) {
      await page.goto(shop.address + localizedPath(path, locale));
      await page.getByRole('heading', { name: title }).waitFor();
      await expectAccessible(page, `${locale} ${path}`, scopeIn(locale));
    }
  }
});

async function tireInStock(): Promise<Product> {
  const answer = await fetch(`${shop.address}/api/v1/products${shortList}&treadWidth=205&profile=55&diameter=16`);
  const tire = ((await answer.json()) as { items: Product[] }).items.find(({ available }) => available > 20);
  if (!tire) throw new Error('the demonstration list has no tire to buy here');
  return tire;
}

/** The query string and fragment with which a page shows a tire or an order; empty for pages without them. */
async function searchOf(name: PageName, { id, price }: Product): Promise<string> {
  if (name === 'index') return shortList;
  if (name === 'product') return `?id=${id}`;
  if (name !== 'success') return '';
  const { number, token } = await placeOrder(shop.address, { id, price }, { paymentMethod: 'bank_transfer' });
  return `?order=${number}#${token}`;
}
