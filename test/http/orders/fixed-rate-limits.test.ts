import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { ordersApp, ordersDatabase } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();
let app: FastifyInstance;

afterEach(() => app.close());

const declaration = { number: 'R26-AAAAA', name: 'Mari', email: 'mari@example.com', locale: 'ee' };
const unknownPaymentId = '00000000-0000-4000-8000-000000000000';

/** Calls whose limits are fixed. RATE_LIMIT_ORDERS=0 turns them off; another value does not change them. */
const limitedCalls: [path: string, perMinute: number, payload: object | null][] = [
  ['/v1/withdrawals', 10, declaration],
  ['/v1/orders/R26-AAAAA/cancel', 20, {}],
  ['/v1/orders/R26-AAAAA/changes', 20, {}],
  ['/v1/orders/R26-AAAAA/withdrawal', 20, declaration],
  [`/v1/payments/return/${unknownPaymentId}`, 60, null],
];

test.each(limitedCalls)(
  '%s answers 429 after %i requests of one address in a minute',
  async (url, perMinute, payload) => {
    app = await ordersApp(database.db.kysely, { rateLimit: 30 });
    const send = (remoteAddress: string) =>
      app.inject(payload ? { method: 'POST', url, payload, remoteAddress } : { url, remoteAddress });
    for (let n = 0; n < perMinute; n += 1) expect((await send('203.0.113.7')).statusCode).not.toBe(429);
    const refused = await send('203.0.113.7');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await send('203.0.113.8')).statusCode).not.toBe(429);
  },
);

test('answers no request with 429 when rate limits are off', async () => {
  app = await ordersApp(database.db.kysely, { rateLimit: 0 });
  for (let n = 0; n < 30; n += 1)
    expect((await app.inject({ method: 'POST', url: '/v1/withdrawals', payload: declaration })).statusCode).toBe(201);
});
