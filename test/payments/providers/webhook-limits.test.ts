import { expect, test } from 'vitest';
import { ordersApp } from '../../support/orders/orders-shop.ts';
import { card, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

/** A webhook with a forged signature. */
const forgedWebhook = (from: string) => ({
  method: 'POST' as const,
  url: '/v1/webhooks/stripe',
  headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' },
  remoteAddress: from,
  payload: '{}',
});

test('refuses a client’s webhooks unread after more than 60 unsigned ones in a minute, and logs one line', async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const app = await ordersApp(shop.db.kysely, { shop: shop.context }, { logger });
  const codes: number[] = [];
  for (let n = 0; n < 100; n += 1) codes.push((await app.inject(forgedWebhook('192.0.2.1'))).statusCode);
  // The 61st refusal exceeds the limit of 60.
  expect(codes).toEqual([...Array(61).fill(401), ...Array(39).fill(429)]);
  expect((await app.inject(forgedWebhook('2001:db8:1:2::1'))).statusCode).toBe(401);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('webhooks are refused');
  await app.close();
});

test('accepts signed webhooks during a flood of unsigned ones', async () => {
  const order = await shop.order(card);
  for (let n = 0; n < 70; n += 1) await shop.app.inject(forgedWebhook('192.0.2.1'));
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed' });
});
