import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import shopConfig from '../../shop.config.ts';
import { placeOrder } from '../../src/shop/checkout/place/place-order.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { nextStepOf } from '../../src/shop/order/order-view.ts';
import type { RedirectProvider } from '../../src/shop/payment/provider.ts';
import { rowsOutsideCatalogue } from '../support/database/seed.ts';
import { form } from '../support/orders/order-form.ts';
import { ordersApp, place } from '../support/orders/orders-shop.ts';
import { bank, card, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

/** The shop of a process that is killed at some point of an order: what it would have done next never happens. */
async function placeInto(context: ShopContext, body: unknown, key: string) {
  const app = await ordersApp(shop.db.kysely, { shop: context });
  const { statusCode } = await place(app, body, { key });
  await app.close();
  return statusCode;
}

const withProviders = (change: (provider: RedirectProvider) => RedirectProvider): ShopContext => ({
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
  const provider = shop[method === bank ? 'montonio' : 'stripe'];
  expect(provider.createdOrders).toBe(1);
  const [{ id, provider_ref }] = (await shop.rows('select order_id as id, provider_ref from payments')) as [
    { id: number; provider_ref: string },
  ];
  await provider.pay(provider_ref);
  await shop.runJobs();
  expect(await shop.outcome({ id, number: '', token: '', url: undefined, body: answer.json() })).toMatchObject({
    status: 'confirmed',
    facts: 1,
    sold: 4,
  });
}

test.each([bank, card])(
  'a shop killed before the commit stores nothing; the repeated order is placed (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const killed = { ...shop.context, enqueue: () => Promise.reject(new Error('killed')) };
    expect(await placeInto(killed, body, key)).toBe(500);
    expect(await rowsOutsideCatalogue(shop.db.kysely)).toEqual([]);
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'a shop killed after the commit, before the call to the provider: the repeated order is paid once (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const attempt = { key, clientAddress: null, deviceId: null };
    const placed = await placeOrder(shop.context, shopConfig.limits, body as Parameters<typeof placeOrder>[2], attempt);
    expect(placed.ok && nextStepOf(placed.order, shop.context.shopConfig)).toEqual({ type: 'retry' });
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'a shop killed before it stores the provider’s response: the repeated order is paid once (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    const killed = withProviders((provider) => ({
      ...provider,
      async start(request, signal) {
        await provider.start(request, signal);
        throw new Error('killed');
      },
    }));
    expect(await placeInto(killed, body, key)).toBe(500);
    expect(await shop.rows('select state, provider_ref from payments')).toEqual([
      { state: 'submitted', provider_ref: null },
    ]);
    await placeAgainAndPay(method, body, key);
  },
);

test.each([bank, card])(
  'a shop killed before its response to the buyer: the repeated order is paid once (%s)',
  async (method) => {
    const [body, key] = [form({ paymentMethod: method }), randomUUID()];
    expect(await placeInto(shop.context, body, key)).toBe(201);
    await placeAgainAndPay(method, body, key);
  },
);
