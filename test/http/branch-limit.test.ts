import { expect, test } from 'vitest';
import { wholeShop } from '../support/shop.ts';

const shop = wholeShop({ RATE_LIMIT_ORDERS: '30' });

test('links of branches can be tried 120 times a minute from one address, and no more', async () => {
  const attempt = async (n: number) => (await shop.get(`/branch?order=R26-AAAAA&until=9999999999&sign=${n}`)).status;
  for (let n = 0; n < 120; n += 1) expect(await attempt(n)).toBe(404);
  expect(await attempt(120)).toBe(429);
  expect((await shop.get('/en/faq')).status).toBe(200);
});
