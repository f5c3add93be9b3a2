import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const limited = { RATE_LIMIT_ORDERS: '2' };
const behind = wholeShop({ ...limited, TRUST_PROXY: 'loopback' });
const open = wholeShop(limited);

/** The status of an attempt to order through a proxy; `forwarded`: the client that the proxy names. */
async function attempt(shop: typeof open, forwarded?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) };
  return (await shop.ask('/api/v1/orders', { method: 'POST', headers, body: '{}' })).status;
}

test('limits each client behind a trusted proxy separately', async () => {
  const of = (address: string) => attempt(behind, address);
  expect([await of('203.0.113.7'), await of('203.0.113.7'), await of('203.0.113.7')]).toEqual([400, 400, 429]);
  expect(await of('203.0.113.8')).toBe(400);
});

test('takes the client from the trusted proxy, not from the client’s claim', async () => {
  const claims = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((claim) => `${claim}, 203.0.113.9`);
  const statuses: number[] = [];
  for (const claim of claims) statuses.push(await attempt(behind, claim));
  expect(statuses).toEqual([400, 400, 429]);
});

test('ignores claimed addresses without a trusted proxy', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await attempt(open, `203.0.113.${n}`));
  expect(statuses).toEqual([400, 400, 429]);
});
