import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, messages, open } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });

test.each(localeIds)(
  'the cart shows the rule for studded tires and for tires without a winter mark in one line each, in %s',
  async (locale) => {
    const id = (model: string) => idOf(shop.db.kysely, model);
    const counts = {
      [await id('Hakkapeliitta 10')]: 2,
      [await id('Serie 01')]: 4,
      [await id('Hakkapeliitta R5')]: 4,
    };
    const page = await shop.visit({ language: locale, storage: { cart: await cartOf(shop.address, counts) } });
    await open(page, localizedPath('/cart', locale));
    const { law } = messages[locale].cart;
    const row = (model: string) => page.locator('main li').filter({ hasText: model });
    await row('Hakkapeliitta 10').getByText(law.studded).waitFor();
    await row('Serie 01').getByText(law.unmarked).waitFor();
    for (const text of [law.studded, law.unmarked, law.summer]) {
      expect(await row('Hakkapeliitta R5').getByText(text).count()).toBe(0);
    }
  },
);

test('the cart warns when it has studded tires for two wheels, but not for four', async () => {
  const studded = await idOf(shop.db.kysely, 'Hakkapeliitta 10');
  for (const [count, expectedWarnings] of [
    [2, 1],
    [4, 0],
  ] as const) {
    const cart = await cartOf(shop.address, { [studded]: count });
    const page = await shop.visit({ language: 'en', storage: { cart } });
    await open(page, '/en/cart');
    await page.getByText(messages.en.cart.law.studded).waitFor();
    expect(await page.getByText(/Studded tyres must be fitted to all wheels\. In the cart: 2\./).count()).toBe(
      expectedWarnings,
    );
  }
});
