import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { ordersApp } from '../../support/orders/orders-shop.ts';
import { freePort } from '../../support/server/free-port.ts';
import { bank, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

test('redirects to the success page without a referrer, also when the provider is unreachable', async () => {
  const order = await shop.order(bank);
  const [{ id }] = (await shop.rows('select id from payments')) as [{ id: string }];
  const providers = shop.context.providers.map((provider) => ({
    ...provider,
    fetch: () => Promise.reject(new Error('a fault of the shop')),
  }));
  const broken = await ordersApp(shop.db.kysely, { shop: { ...shop.context, providers } });
  for (const app of [shop.app, broken]) {
    const { statusCode, headers } = await app.inject({ url: `/v1/payments/return/${id}?order-token=x&status=paid` });
    expect([statusCode, headers.location]).toEqual([303, `https://shop.example/success?order=${order.number}`]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }
  await broken.close();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
});

test('answers 404 for an unknown payment', async () => {
  for (const id of ['x', '0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b']) {
    expect((await shop.app.inject({ url: `/v1/payments/return/${id}` })).statusCode).toBe(404);
  }
});

test('shows a page that retries while the database is unreachable', async () => {
  const away = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(away.kysely);
  const answer = await app.inject({ url: '/v1/payments/return/0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' });
  expect(answer.body).toContain('<meta http-equiv="refresh" content="5"/>');
  await app.close();
  await away.close();
});
