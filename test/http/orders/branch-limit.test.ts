import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop({ RATE_LIMIT_ORDERS: '30' });

test('answers 429 after one address has opened 120 invalid branch links in a minute', async () => {
  const requestWithSignature = async (sign: number) =>
    (await shop.get(`/branch?order=R26-AAAAA&until=9999999999&sign=${sign}`)).status;
  for (let n = 0; n < 120; n += 1) expect(await requestWithSignature(n)).toBe(404);
  expect(await requestWithSignature(120)).toBe(429);
  expect((await shop.get('/en/faq')).status).toBe(200);
});
