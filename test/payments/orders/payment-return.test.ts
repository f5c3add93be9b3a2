import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { sha256 } from '../../../src/shop/order/order-codes.server.ts';
import { ordersApp, readOrder } from '../../support/orders/orders-shop.ts';
import { freePort } from '../../support/server/free-port.ts';
import { bank, card, type PlacedOrder, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

test('redirects a returning buyer to the success page without a referrer, also when the provider is unreachable', async () => {
  const order = await shop.order(bank);
  const [{ id }] = (await shop.rows('select id from payments')) as [{ id: string }];
  const providers = shop.context.providers.map((provider) => ({
    ...provider,
    fetch: () => Promise.reject(new Error('the provider is unreachable')),
  }));
  const appWithFailingProvider = await ordersApp(shop.db.kysely, { shop: { ...shop.context, providers } });
  for (const app of [shop.app, appWithFailingProvider]) {
    const { statusCode, headers } = await app.inject({ url: `/v1/payments/return/${id}?order-token=x&status=paid` });
    expect([statusCode, headers.location]).toEqual([303, `https://shop.example/success?order=${order.number}`]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  }
  await appWithFailingProvider.close();
  expect(await shop.outcome(order)).toMatchObject({ status: 'awaiting_payment', paid: 0 });
});

/** Acts on the provider's page; returns the URL to which it sends the browser. */
async function actAtProvider({ url = '' }: PlacedOrder, action = 'pay'): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** The success page to which a return leads. */
async function pageAfter(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

describe('the code in the return URL', () => {
  test.each([
    [bank, 'pay'],
    [card, 'pay'],
    [card, 'cancel'],
  ])(
    'opens the order in any browser, and again within two minutes, but not after that (%s, %s)',
    async (method, action) => {
      const order = await shop.order(method);
      const returnUrl = await actAtProvider(order, action);
      const page = await pageAfter(returnUrl);
      expect(page.search).toBe(`?order=${order.number}`);
      const token = page.hash.slice(1);
      expect((await readOrder(shop.app, order.number, token)).json().order.number).toBe(order.number);
      expect(returnUrl).not.toContain(token);
      shop.passMinutes(1);
      expect((await pageAfter(returnUrl)).href).toBe(page.href);
      shop.passMinutes(1);
      expect((await pageAfter(returnUrl)).href).toBe(`https://shop.example/success?order=${order.number}`);
    },
  );

  test('opens the order for each of several requests at once', async () => {
    const returnUrl = await actAtProvider(await shop.order(bank));
    const pages = await Promise.all([returnUrl, returnUrl, returnUrl].map(pageAfter));
    for (const { hash } of pages) expect(hash).toMatch(/^#.{22}$/);
  });

  test('works until an hour after the payment page has closed', async () => {
    const order = await shop.order(bank);
    const otherOrder = await shop.order(bank);
    const [returnUrl, lateReturnUrl] = [await actAtProvider(order), await actAtProvider(otherOrder)];
    const [payableMinutes, returnMinutes] = [30, 60];
    shop.passMinutes(payableMinutes + returnMinutes - 1);
    expect((await pageAfter(returnUrl)).hash).toMatch(/^#.{22}$/);
    shop.passMinutes(1);
    expect((await pageAfter(lateReturnUrl)).hash).toBe('');
  });

  test('is not used up by a wrong guess or a HEAD request', async () => {
    const [order, otherOrder] = [await shop.order(bank), await shop.order(bank)];
    const returnUrl = await actAtProvider(order);
    const code = new URL(returnUrl).pathname.split('/').at(-1) ?? '';
    expect((await pageAfter(returnUrl.replace(code, 'x'.repeat(22)))).hash).toBe('');
    const [{ id }] = await shop.rows('select id from payments where order_id = $1', [otherOrder.id]);
    expect((await pageAfter(`${shop.address}/v1/payments/return/${id}/${code}`)).hash).toBe('');
    expect((await fetch(returnUrl, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
    expect((await pageAfter(returnUrl)).hash).toMatch(/^#.{22}$/);
  });

  test('is stored as its hash only', async () => {
    const order = await shop.order(bank);
    const returnUrl = await actAtProvider(order);
    const code = new URL(returnUrl).pathname.split('/').at(-1) ?? '';
    const stored = 'select return_code_hash, payments::text as all from payments';
    expect(await shop.rows(stored)).toEqual([
      { return_code_hash: sha256(code), all: expect.not.stringContaining(code) },
    ]);
  });
});

test('answers 404 for an unknown payment', async () => {
  for (const id of ['x', '0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b']) {
    expect((await shop.app.inject({ url: `/v1/payments/return/${id}` })).statusCode).toBe(404);
  }
});

test('shows a page that retries while the database is unreachable', async () => {
  const unreachable = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/shop`);
  const app = await ordersApp(unreachable.kysely);
  const answer = await app.inject({ url: '/v1/payments/return/0190d5a4-7c11-7cc0-8d3f-2f1f0f6f1a2b' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' });
  expect(answer.body).toContain('<meta http-equiv="refresh" content="5"/>');
  await app.close();
  await unreachable.close();
});
