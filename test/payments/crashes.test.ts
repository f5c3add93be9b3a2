import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { placeOrder } from '../../src/shop/checkout/place/place-order.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { nextStepOf } from '../../src/shop/order/order-answer.server.ts';
import type { RedirectProvider } from '../../src/shop/payment/provider.ts';
import { rowsOutsideCatalogue } from '../support/database/seed.ts';
import { form } from '../support/orders/order-form.ts';
import { ordersApp, place } from '../support/orders/orders-shop.ts';
import { bank, card, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

/** Places an order in a shop with this context, which throws where the process is killed; returns the status code. */
async function placeWith(context: ShopContext, body: unknown, key: string) {
  const app = await ordersApp(shop.db.kysely, { shop: context });
  const { statusCode } = await place(app, body, { key });
  await app.close();
  return statusCode;
}

const contextWithProviders = (change: (provider: RedirectProvider) => RedirectProvider): ShopContext => ({
  ...shop.context,
  providers: shop.context.providers.map(change),
});

/** Repeats the order with its key after a minute, pays it, and expects one confirmed order. */
async function placeAgainAndPay(method: string, body: unknown, key: string) {
  shop.passMinutes(1);
  await shop.runMinutelyJobs();
  const answer = await place(shop.app, body, { key });
  expect(answer.statusCode).toBe(201);
  const { order, next } = answer.json();
  expect(next).toMatchObject({ type: 'redirect' });
  expect(await shop.rows('select number from orders')).toEqual([{ number: order.number }]);
  const provider = shop.fakeOf(method);
  expect(provider.createdPayments).toBe(1);
  const [{ id, provider_ref }] = (await shop.rows('select order_id as id, provider_ref from payments')) as [
    { id: number; provider_ref: string },
  ];
  await provider.pay(provider_ref);
  await shop.runJobs();
  expect(await shop.outcome({ id })).toMatchObject({ status: 'confirmed', ledgerEntries: 1, sold: 4 });
}

test.each([bank, card])(
  'stores nothing when the process is killed before the commit; repeating the order places it (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const killed = { ...shop.context, enqueue: () => Promise.reject(new Error('killed')) };
    expect(await placeWith(killed, body, key)).toBe(500);
    expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual([]);
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'repeating an order pays it once when the process was killed between the commit and the call to the provider (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const attempt = { key, clientAddress: null, deviceId: null };
    const placed = await placeOrder(shop.context, shopConfig.limits, body as Parameters<typeof placeOrder>[2], attempt);
    expect(placed.ok && nextStepOf(placed.order, shop.context.shopConfig)).toEqual({ type: 'retry' });
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'repeating an order pays it once when the process was killed before it stored the provider’s response (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const killed = contextWithProviders((provider) => ({
      ...provider,
      async start(request, signal) {
        await provider.start(request, signal);
        throw new Error('killed');
      },
    }));
    expect(await placeWith(killed, body, key)).toBe(500);
    expect(await shop.rows('select state, provider_ref from payments')).toEqual([
      { state: 'submitted', provider_ref: null },
    ]);
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'repeating an order pays it once when the process was killed before it responded to the buyer (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    expect(await placeWith(shop.context, body, key)).toBe(201);
    await placeAgainAndPay(method, body, key);
  },
);
