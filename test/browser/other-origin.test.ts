import { expect, test } from 'vitest';
import { browserShop, cartOf, eventually, kept, open, words } from '../support/browser/browser.ts';
import { startBuiltShop } from '../support/built-shop.ts';
import { fillIn, placed, submit } from '../support/orders/ordering.ts';
import { freePort } from '../support/server/free-port.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = words.en;

test('filters, cart and order work with an API at another origin', async () => {
  const port = await freePort();
  // Another host name is another origin for a browser, also on the same machine.
  const [pages, api] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const env = { DATABASE_URL: shop.databaseUrl, PORT: `${port}`, PUBLIC_URL: pages, PUBLIC_API_URL: `${api}/` };
  const apart = await startBuiltShop(env);
  try {
    const cart = JSON.parse(await cartOf(apart.address, { one: 4 })) as Record<string, { price: number }>;
    const old = JSON.stringify({ one: { ...cart.one, price: 70 } });
    const page = await shop.visit({ language: 'en', address: pages, kept: { cart: old, isCookieAccepted: 'true' } });
    const origins = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/api/')) origins.add(new URL(request.url()).origin);
    });
    await open(page, '/en?season=winter_friction');
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('');
    await eventually(() => page.locator('main h3').count()).toBe(2);

    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.getByText(t.cart.changed.title).waitFor();
    expect(JSON.parse((await kept(page, 'cart')) ?? '')).toMatchObject({ one: { price: 79.9 } });

    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillIn(page);
    await submit(page);
    await placed(page);
    await page.reload();
    await page.getByText(/Thank you, Mari/).waitFor();
    expect([...origins]).toEqual([api]);
    // Before its shop: an open page preloads the targets of its links.
    await page.close();
  } finally {
    await apart.stop();
  }
});
