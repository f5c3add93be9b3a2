import { expect, test } from 'vitest';
import { z } from 'zod';
import { manufacturer } from '../../src/shop/catalog/product-query.ts';
import { wholeShop } from '../support/shop.ts';

const shop = wholeShop();

test('the makers are listed by name, with the tires that can be bought of each', async () => {
  const answer = await shop.get('/api/v1/manufacturer');
  expect(answer.status).toBe(200);
  expect(z.array(manufacturer).parse(answer.json())).toEqual([
    { id: 'michelin', label: 'Michelin', count: 6 },
    { id: 'nokian', label: 'Nokian', count: 4 },
    { id: 'sava', label: 'Sava', count: 33 },
  ]);
  expect(answer.headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=30');
});

test('the makers need not be sent again to who has them', async () => {
  const { headers } = await shop.get('/api/v1/manufacturer');
  expect((await shop.get('/api/v1/manufacturer', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
});

test('a maker whose tires are all sold out is not listed and its id finds nothing', async () => {
  const gone = await shop.get('/api/v1/products?manufacturer=gislaved');
  expect(gone.json()).toMatchObject({ total: 0, items: [] });
});
