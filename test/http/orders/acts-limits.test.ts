import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { ordersApp, ordersDatabase } from '../../support/orders/orders-shop.ts';

const here = ordersDatabase();
let app: FastifyInstance;

afterEach(() => app.close());

const declaration = { number: 'R26-AAAAA', name: 'Mari', email: 'mari@example.com', locale: 'ee' };
const nowhere = '00000000-0000-4000-8000-000000000000';

const paths: [path: string, perMinute: number, payload: object | null][] = [
  ['/v1/withdrawals', 10, declaration],
  ['/v1/orders/R26-AAAAA/cancel', 20, {}],
  ['/v1/orders/R26-AAAAA/withdrawal', 20, declaration],
  [`/v1/payments/return/${nowhere}`, 60, null],
];

test.each(paths)('%s is answered %i times a minute for one address, then refused', async (url, perMinute, payload) => {
  app = await ordersApp(here.db.kysely, { rateLimit: 30 });
  const ask = (remoteAddress: string) =>
    app.inject(payload ? { method: 'POST', url, payload, remoteAddress } : { url, remoteAddress });
  for (let n = 0; n < perMinute; n += 1) expect((await ask('203.0.113.7')).statusCode).not.toBe(429);
  const refused = await ask('203.0.113.7');
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect((await ask('203.0.113.8')).statusCode).not.toBe(429);
});

test('refuses nobody when rate limits are off', async () => {
  app = await ordersApp(here.db.kysely, { rateLimit: 0 });
  for (let n = 0; n < 30; n += 1)
    expect((await app.inject({ method: 'POST', url: '/v1/withdrawals', payload: declaration })).statusCode).toBe(201);
});
