import { describe, expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { seedTires } from '../../support/database/seed.ts';
import { textsIn } from '../../support/html.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../../support/orders/orders-shop.ts';
import { wholeShop } from '../../support/shop.ts';

/** On 1 July 2025 the rate rose from 22 to 24 percent (Käibemaksuseadus § 15). */
const rates = [
  ['2025-06-30T20:59:59.999Z', 22],
  ['2025-06-30T21:00:00Z', 24],
] as const;

let now = new Date(rates[0][0]);

describe('a VAT rate that changes at midnight in Tallinn', () => {
  const shop = wholeShop({}, { now: () => now });

  test.each(localeIds)('shows on the pages of a running shop in %s, with unchanged prices', async (locale) => {
    const id = await idOf(shop.db.kysely, 'Hakka Blue 3');
    for (const [instant, percent] of rates) {
      now = new Date(instant);
      const [tire = ''] = textsIn((await shop.get(href('product', locale, `?id=${id}`))).text, 'aside');
      expect({ instant, shownRate: tire.match(/79[.,]90.*?(\d+)\s?%/)?.[1] }).toEqual({
        instant,
        shownRate: `${percent}`,
      });
      const [terms = ''] = textsIn((await shop.get(href('faq-buy', locale))).text, 'main');
      expect(terms).toMatch(new RegExp(`(?<!\\d)${percent}\\s?%`));
    }
  });
});

describe('an order', () => {
  const database = ordersDatabase();

  test('keeps the VAT rate of the instant at which it was placed', async () => {
    await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 20 } }]);
    const app = await ordersApp(database.db.kysely, { now: () => now });
    const placedOrders = [];
    for (const [instant, percent] of rates) {
      now = new Date(instant);
      const { order } = (await place(app, form())).json();
      placedOrders.push({ number: order.number, token: order.token, percent });
      expect(order).toMatchObject({ total: 319.6, vat: { percent } });
    }
    for (const { number, token, percent } of placedOrders) {
      const { order } = (await readOrder(app, number, token)).json();
      expect(order).toMatchObject({ total: 319.6, vat: { percent } });
    }
  });
});
