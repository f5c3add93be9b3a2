import { expect, test } from 'vitest';
import { visitsBetween } from '../../../../src/shop/desk/figures/visits.server.ts';
import { tallinnDate } from '../../../../src/shop/tallinn-date.ts';
import { summerNoon, wholeShop } from '../../../support/shop.ts';

const shop = wholeShop();
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'accept-encoding': 'br',
  'accept-language': 'et',
};

test('loads of pages by browsers are counted, rendered or cached; the counts are stored when the shop stops', async () => {
  const google = { ...browser, referer: 'https://www.google.com/' };
  const first = await shop.get('/faq', google);
  expect(first.status).toBe(200);
  expect(first.headers['server-timing']).toContain('render');
  const cached = await shop.get('/faq', google);
  expect(cached.headers['server-timing']).toBeUndefined();
  const known = await shop.get('/en/faq', {
    ...browser,
    'if-none-match': `${(await shop.get('/en/faq')).headers.etag}`,
  });
  expect(known.status).toBe(304);
  await shop.get('/success?order=R26-00001', browser);
  await shop.get('/faq', { ...browser, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  expect((await shop.get('/product?id=none', browser)).status).toBe(404);
  expect((await shop.get('/nothing', browser)).status).toBe(404);
  expect((await shop.get('/api/v1/products', browser)).status).toBe(200);
  await shop.stop();

  const day = tallinnDate(summerNoon);
  const { rows } = await shop.db.pool.query('select page, referrer, views from page_views order by page, referrer');
  expect(rows).toEqual([
    { page: 'faq', referrer: '', views: 1 },
    { page: 'faq', referrer: 'www.google.com', views: 2 },
    { page: 'success', referrer: '', views: 1 },
  ]);
  expect(await visitsBetween(shop.db.kysely, { from: day, to: day })).toEqual({
    total: 4,
    days: [{ day, views: 4 }],
    pages: [
      { page: 'faq', views: 3 },
      { page: 'success', views: 1 },
    ],
    referrers: [{ referrer: 'www.google.com', views: 2 }],
  });
});
