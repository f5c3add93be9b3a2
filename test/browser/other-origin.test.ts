import { expect, test } from 'vitest';
import { browserShop, cartOf, eventually, messages, open, storedValue } from '../support/browser/browser.ts';
import { startBuiltShop } from '../support/built-shop.ts';
import { fillOrderForm, submit, waitForPlacedOrder } from '../support/orders/ordering.ts';
import { freePort } from '../support/server/free-port.ts';

const shop = browserShop({ tires: ['one', 'two'].map((id) => ({ id, stock: { ringtee: 30 } })) });

const t = messages.en;

test('filters, cart and order work with the API at another origin', async () => {
  const port = await freePort();
  // Two host names of one machine are two origins.
  const [pageOrigin, apiOrigin] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const env = {
    DATABASE_URL: shop.databaseUrl,
    PORT: `${port}`,
    PUBLIC_URL: pageOrigin,
    PUBLIC_API_URL: `${apiOrigin}/`,
  };
  const otherShop = await startBuiltShop(env);
  try {
    const cart = JSON.parse(await cartOf(otherShop.address, { one: 4 })) as Record<string, { price: number }>;
    const cartWithOldPrice = JSON.stringify({ one: { ...cart.one, price: 70 } });
    const page = await shop.visit({
      language: 'en',
      address: pageOrigin,
      storage: { cart: cartWithOldPrice, isCookieAccepted: 'true' },
    });
    const origins = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/api/')) origins.add(new URL(request.url()).origin);
    });
    await open(page, '/en?season=winter_friction');
    await page.getByRole('combobox', { name: t.filter.season, exact: true }).selectOption('');
    await eventually(() => page.locator('main h3').count()).toBe(2);

    await page.locator('header').getByRole('link', { name: t.nav.cart }).click();
    await page.getByText(t.cart.changed.title).waitFor();
    expect(JSON.parse((await storedValue(page, 'cart')) ?? '')).toMatchObject({ one: { price: 79.9 } });

    await page.getByRole('link', { name: t.cart.toOrder, exact: true }).click();
    await fillOrderForm(page);
    await submit(page);
    await waitForPlacedOrder(page);
    await page.reload();
    await page.getByText(/Thank you, Mari/).waitFor();
    expect([...origins]).toEqual([apiOrigin]);
    // Before the shop stops: an open page preloads the targets of its links.
    await page.close();
  } finally {
    await otherShop.stop();
  }
});
