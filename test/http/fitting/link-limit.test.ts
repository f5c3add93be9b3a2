import { expect, test } from 'vitest';
import { wholeShop } from '../../support/shop.ts';

// Any value above 0 also turns on the limit of 60 for links.
const shop = wholeShop({ RATE_LIMIT_ORDERS: '30' });

test('answers 429 after one address has opened 60 invalid fitting links in a minute', async () => {
  const requestWithSignature = async (sign: number) =>
    (await shop.get(`/fitting?order=R26-AAAAA&until=9999999999&sign=${sign}`)).status;
  for (let n = 0; n < 60; n += 1) expect(await requestWithSignature(n)).toBe(404);
  expect(await requestWithSignature(60)).toBe(429);
  expect((await shop.get('/en/faq')).status).toBe(200);
});
