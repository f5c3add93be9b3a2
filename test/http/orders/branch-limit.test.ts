import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop({ RATE_LIMIT_ORDERS: '30' });

test('limits attempts to open a branch link to 120 a minute and address', async () => {
  const attempt = async (n: number) => (await shop.get(`/branch?order=R26-AAAAA&until=9999999999&sign=${n}`)).status;
  for (let n = 0; n < 120; n += 1) expect(await attempt(n)).toBe(404);
  expect(await attempt(120)).toBe(429);
  expect((await shop.get('/en/faq')).status).toBe(200);
});
