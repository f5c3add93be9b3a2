import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { secret } from '../../src/database/secrets.server.ts';
import { startPayment } from '../../src/shop/checkout/pay/start-payment.server.ts';
import { returnCode } from '../../src/shop/order/order-codes.server.ts';
import { form, items } from '../support/orders/order-form.ts';
import { ordersApp, place } from '../support/orders/orders-shop.ts';
import { bank, paymentsShop } from './payments-shop.ts';

const shop = paymentsShop();

test('logs no secret, token, e-mail address or bank account of a buyer at any log level', async () => {
  let log = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const app = await ordersApp(
    shop.db.kysely,
    { shop: shop.context },
    { logger: { level: 'trace', stream }, disableRequestLogging: true },
  );
  const customer = { name: 'Mari Maasikas', email: 'mari.maasikas@example.com', phone: '+372 5123 4567' };
  void shop.montonio.fail('500', { on: 'start', times: 1 });
  const body = form({ paymentMethod: bank, customer, items: items(['tire', 4]) });
  const { order } = (await place(app, body)).json();
  const [{ id }] = (await shop.rows('select id from payments')) as [{ id: string }];
  await startPayment(shop.context, id);
  const code = returnCode(await secret(shop.db.kysely, 'order-links'), id);
  const url = `/v1/payments/return/${id}/${code}?order-token=header.claims.signature`;
  void shop.montonio.fail('garbage', { on: 'fetch', times: 1 });
  const [, token] = String((await app.inject({ url })).headers.location).split('#');
  expect(token).toMatch(/^.{22}$/);
  // Its payload contains the IBAN of a buyer.
  const forged = { orderToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzZW5kZXJJYmFuIjoiRUUzODIyMDAyMjEwMjAxNDU2ODUifQ.x' };
  await app.inject({ method: 'POST', url: '/v1/webhooks/montonio', payload: forged });
  await app.inject({ url: `/v1/orders/${order.number}`, headers: { 'order-token': 'wrong-token-of-a-buyer' } });
  // A fault while an order is placed: the order form must not be logged with the error.
  const failingContext = { ...shop.context, enqueue: () => Promise.reject(new Error('no queue')) };
  const failingApp = await ordersApp(
    shop.db.kysely,
    { shop: failingContext },
    { logger: { level: 'trace', stream }, disableRequestLogging: true },
  );
  expect((await place(failingApp, body)).statusCode).toBe(500);
  expect(log).toContain('no queue');
  expect(log).toContain('webhooks are refused');
  for (const secret of [
    'mari.maasikas',
    '5123 4567',
    order.token,
    code,
    token,
    'wrong-token-of-a-buyer',
    'order-token=header',
    'eyJhbGci',
    'secret-of-montonio',
    'sk_test',
  ]) {
    expect(log).not.toContain(secret);
  }
  await Promise.all([app.close(), failingApp.close()]);
});
