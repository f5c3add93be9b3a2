import { expect, test } from 'vitest';
import { z } from 'zod';
import { manufacturer } from '../../../src/shop/catalog/list/product-query.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

test('lists the manufacturers by name with their counts of available tires', async () => {
  const answer = await shop.get('/api/v1/manufacturer');
  expect(answer.status).toBe(200);
  expect(z.array(manufacturer).parse(answer.json())).toEqual([
    { id: 'michelin', label: 'Michelin', count: 6 },
    { id: 'nokian', label: 'Nokian', count: 4 },
    { id: 'sava', label: 'Sava', count: 33 },
  ]);
  expect(answer.headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=30');
});

test('answers 304 when the manufacturers have not changed', async () => {
  const { headers } = await shop.get('/api/v1/manufacturer');
  expect((await shop.get('/api/v1/manufacturer', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
});

test('omits a sold-out manufacturer, whose id finds nothing', async () => {
  const gone = await shop.get('/api/v1/products?manufacturer=gislaved');
  expect(gone.json()).toMatchObject({ total: 0, items: [] });
});
