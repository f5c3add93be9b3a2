import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const rateLimit = { RATE_LIMIT_ORDERS: '2' };
const shopBehindProxy = wholeShop({ ...rateLimit, TRUST_PROXY: 'loopback' });
const shopWithoutProxy = wholeShop(rateLimit);

/** The status of an empty order: 400, or 429 when it is the third of a client in a minute. `forwardedFor`: the value of X-Forwarded-For. */
async function orderStatus(shop: typeof shopWithoutProxy, forwardedFor?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
  return (await shop.request('/api/v1/orders', { method: 'POST', headers, body: '{}' })).status;
}

test('limits each client behind a trusted proxy separately', async () => {
  const statusFor = (address: string) => orderStatus(shopBehindProxy, address);
  expect([await statusFor('203.0.113.7'), await statusFor('203.0.113.7'), await statusFor('203.0.113.7')]).toEqual([
    400, 400, 429,
  ]);
  expect(await statusFor('203.0.113.8')).toBe(400);
});

test('identifies a client by the address that the trusted proxy added, not by addresses before it', async () => {
  const forwardedValues = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((claimed) => `${claimed}, 203.0.113.9`);
  const statuses: number[] = [];
  for (const value of forwardedValues) statuses.push(await orderStatus(shopBehindProxy, value));
  expect(statuses).toEqual([400, 400, 429]);
});

test('ignores X-Forwarded-For without a trusted proxy', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await orderStatus(shopWithoutProxy, `203.0.113.${n}`));
  expect(statuses).toEqual([400, 400, 429]);
});
