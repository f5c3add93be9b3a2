import { expect, test } from 'vitest';
import { z } from 'zod';
import { manufacturer } from '../../../src/shop/catalog/list/product-query.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

test('lists the manufacturers by name, each with its count of available tires', async () => {
  const answer = await shop.get('/api/v1/manufacturer');
  expect(answer.status).toBe(200);
  expect(z.array(manufacturer).parse(answer.json())).toEqual([
    { id: 'michelin', label: 'Michelin', count: 6 },
    { id: 'nokian', label: 'Nokian', count: 4 },
    { id: 'sava', label: 'Sava', count: 33 },
  ]);
  expect(answer.headers['cache-control']).toBe('public, no-cache');
});

test('answers 304 when the manufacturers have not changed', async () => {
  const { headers } = await shop.get('/api/v1/manufacturer');
  expect((await shop.get('/api/v1/manufacturer', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
});

test('a search by a manufacturer whose tires are all sold out finds no tire', async () => {
  const list = await shop.get('/api/v1/products?manufacturer=gislaved');
  expect(list.json()).toMatchObject({ total: 0, items: [] });
});
