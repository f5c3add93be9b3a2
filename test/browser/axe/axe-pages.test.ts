import { test } from 'vitest';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { type Locale, localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { href, type PageName, pageNames } from '../../../src/web/sitemap.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, cartOf, eventually, open, words } from '../../support/browser/browser.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop();

// A short list: twenty tires tell axe nothing new.
const summer = '?season=summer&manufacturer=michelin';

/** In ms. Each of these tests checks twelve pages, each of which keeps the machine busy for a second or more. */
const timeoutMs = 300_000;

test.each(pageNames)('axe finds nothing on %s, in every language', { timeout: timeoutMs }, async (name) => {
  const tire = await someTire();
  const cart = await cartOf(shop.address, { [tire.id]: 4 });
  const page = await shop.visit({ kept: { cart, isCookieAccepted: 'true' } });
  for (const locale of localeIds) {
    await open(page, href(name, locale, await search(name, locale, tire)));
    await page.locator('main h1').waitFor();
    if (name === 'order') await page.getByRole('radio', { name: words[locale].payment.pay_at_branch.label }).waitFor();
    if (name === 'success') await eventually(() => page.title()).toMatch(/R\d\d-\w{5}/);
    await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
    await expectAccessible(page, locale);
  }
});

test('axe finds nothing on the pages of 404 and 400, in any language', { timeout: timeoutMs }, async () => {
  shop.allowErrors(/status of 40[04]/);
  const page = await shop.visit({ kept: { isCookieAccepted: 'true' } });
  for (const locale of localeIds) {
    for (const [path, { title }] of [
      ['/nothing/here', words[locale].notFound],
      ['/%zz', words[locale].badRequest],
    ] as const) {
      await page.goto(shop.address + localizedPath(path, locale));
      await page.getByRole('heading', { name: title }).waitFor();
      await expectAccessible(page, `${locale} ${path}`);
    }
  }
});

async function someTire(): Promise<Product> {
  const answer = await fetch(`${shop.address}/api/v1/products${summer}&treadWidth=205&profile=55&diameter=16`);
  const tire = ((await answer.json()) as { items: Product[] }).items.find(({ available }) => available > 20);
  if (!tire) throw new Error('the demonstration list has no tire to buy here');
  return tire;
}

/** The query of a page that needs one. */
async function search(name: PageName, locale: Locale, { id, price }: Product): Promise<string> {
  if (name === 'index') return summer;
  if (name === 'product') return `?id=${id}`;
  if (name !== 'success') return '';
  const { number, token } = await placedOrder(shop.address, { id, price }, { locale, paymentMethod: 'bank_transfer' });
  return `?order=${number}#${token}`;
}
