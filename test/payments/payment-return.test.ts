import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.server.ts';
import { freePort } from '../support/free-port.ts';
import { ordersApp } from '../support/orders-shop.ts';
import { bank, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

test('who comes back is sent on without a trace of where they came from, also when the truth cannot be learnt', async () => {
  const order = await shop.order(bank);
  const [{ id }] = (await shop.rows('select id from payments')) as [{ id: string }];
  const providers = shop.till.providers.map((provider) => ({
    ...provider,
    fetch: () => Promise.reject(new Error('a fault of the shop')),
  }));
  const broken = await ordersApp(shop.db.kysely, { till: { ...shop.till, providers } });
  for (const app of [shop.app, broken]) {
    const { statusCode, headers } = await app.inject({ url: `/v1/payments/return/${id}?order-token=x&status=paid` });
    expect([statusCode, headers.location]).toEqual([303, `https://shop.example/success?order=${order.number}`]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }
  await broken.close();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
});

test('an unknown attempt leads nowhere', async () => {
  for (const id of ['x', '0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b']) {
    expect((await shop.app.inject({ url: `/v1/payments/return/${id}` })).statusCode).toBe(404);
  }
});

test('while the database is away a person is told so, and asked again by the browser', async () => {
  const away = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(away.kysely);
  const answer = await app.inject({ url: '/v1/payments/return/0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' });
  expect(answer.body).toContain('<meta http-equiv="refresh" content="5"/>');
  await app.close();
  await away.close();
});
