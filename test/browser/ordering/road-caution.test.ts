import { expect, test } from 'vitest';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { browserShop, cartOf, eventually, messages, open } from '../../support/browser/browser.ts';
import { idOf, shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';

const shop = browserShop({ template: shopCatalogue });

test('the cart names the rules for studded and unmarked tires in every language, and warns of studded tires for two wheels only', async () => {
  const id = (model: string) => idOf(shop.db.kysely, model);
  const counts = {
    [await id('Hakkapeliitta 10')]: 2,
    [await id('Serie 01')]: 4,
    [await id('Hakkapeliitta R5')]: 4,
  };
  const page = await shop.visit({ storage: { cart: await cartOf(shop.address, counts) } });
  const row = (model: string) => page.locator('main li').filter({ hasText: model });
  for (const locale of [...localeIds.filter((id) => id !== 'en'), 'en'] as const) {
    await open(page, localizedPath('/cart', locale));
    const { law } = messages[locale].cart;
    await row('Hakkapeliitta 10').getByText(law.studded).waitFor();
    await row('Serie 01').getByText(law.unmarked).waitFor();
    for (const text of [law.studded, law.unmarked, law.summer]) {
      expect(await row('Hakkapeliitta R5').getByText(text).count()).toBe(0);
    }
  }
  const warning = page.getByText(/Studded tyres must be fitted to all wheels\. In the cart: 2\./);
  expect(await warning.count()).toBe(1);
  for (const _ of [3, 4]) await row('Hakkapeliitta 10').getByRole('button', { name: messages.en.count.more }).click();
  await eventually(() => page.getByText(/Studded tyres must be fitted to all wheels/).count()).toBe(0);
  await row('Hakkapeliitta 10').getByText(messages.en.cart.law.studded).waitFor();
});
