import { describe, expect, test } from 'vitest';
import { type ProductList, productList } from '../../../src/shop/catalog/list/product-query.ts';
import { idOf, modelsOfOneSize } from '../../support/catalogue/shop-catalogue.ts';
import { aTire } from '../../support/product.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

async function products(query: string): Promise<ProductList> {
  const answer = await shop.get(`/api/v1/products${query}`);
  expect(answer.status).toBe(200);
  return productList.parse(answer.json());
}

const models = async (query: string) => (await products(query)).items.map(({ model }) => model);
const defaultSize = 'treadWidth=205&profile=55&diameter=16';

describe('the list of products', () => {
  test('contains the cheapest 24 available tires when the request has no query', async () => {
    const list = await products('');
    expect(list.total).toBe(43);
    expect(list.items).toHaveLength(24);
    expect(list.items[0]?.model).toBe('Perfecta');
    expect(await models('?limit=100')).not.toContain('Sold Out');
  });

  test.each([
    [`?${defaultSize}&season=summer`, ['Perfecta', 'Hakka Blue 3', 'Primacy 5', 'Primacy ZP']],
    ['?diameter=22.5', ['X Multi']],
    ['?treadWidth=315', ['X Multi']],
    ['?profile=0', ['Trenta']],
    ['?season=winter_friction', ['Hakkapeliitta R5', 'Hakkapeliitta RF']],
    ['?season=winter_studded', ['Hakkapeliitta 10']],
    ['?season=winter_studdable', ['Eskimo']],
    ['?season=runflat', ['Primacy ZP', 'Hakkapeliitta RF']],
    ['?season=truck', ['X Multi']],
    ['?season=racing', ['Cup 2']],
    [`?season=all_season&${defaultSize}`, ['CrossClimate 3']],
    [`?manufacturer=nokian&${defaultSize}&season=summer`, ['Hakka Blue 3']],
    ['?manufacturer=unknown', []],
    ['?diameter=13', []],
  ])('is filtered: %s', async (query, expected) => expect(await models(query)).toEqual(expected));

  test.each([
    ['recommended', ['Perfecta', 'Hakka Blue 3', 'Primacy 5', 'Primacy ZP']],
    ['price', ['Perfecta', 'Hakka Blue 3', 'Primacy 5', 'Primacy ZP']],
    ['-price', ['Primacy ZP', 'Primacy 5', 'Hakka Blue 3', 'Perfecta']],
    ['noise', ['Hakka Blue 3', 'Primacy 5', 'Primacy ZP', 'Perfecta']],
    ['wetGrip', ['Hakka Blue 3', 'Primacy 5', 'Primacy ZP', 'Perfecta']],
    ['fuel', ['Primacy 5', 'Perfecta', 'Hakka Blue 3', 'Primacy ZP']],
    ['name', ['Primacy 5', 'Primacy ZP', 'Hakka Blue 3', 'Perfecta']],
  ])('is sorted by %s', async (sort, expected) => {
    expect(await models(`?${defaultSize}&season=summer&sort=${sort}`)).toEqual(expected);
  });

  test('is paged without gap or overlap, also with equal sort values', async () => {
    const listedModels: string[] = [];
    for (let offset = 0; offset < 35; offset += 7) {
      const page = await products(`?diameter=17&sort=noise&limit=7&offset=${offset}`);
      expect(page.total).toBe(30);
      listedModels.push(...page.items.map(({ model }) => model));
    }
    expect(listedModels.sort()).toEqual(modelsOfOneSize);
  });

  test('has the options of each filter, counted under the other filters', async () => {
    const { facets } = await products(`?${defaultSize}&season=summer&manufacturer=sava`);
    expect(facets.manufacturer).toEqual([
      { id: 'michelin', label: 'Michelin', count: 2, unavailable: false },
      { id: 'nokian', label: 'Nokian', count: 1, unavailable: false },
      { id: 'sava', label: 'Sava', count: 1, unavailable: false },
    ]);
    expect(facets.season.map(({ id, count }) => `${id} ${count}`)).toEqual([
      'summer 1',
      'winter_friction 0',
      'winter_studded 0',
      'winter_studdable 0',
      'all_season 0',
      'runflat 0',
      'truck 0',
      'racing 0',
    ]);
    expect(facets.diameter.filter(({ unavailable }) => !unavailable).map(({ id }) => id)).toEqual(['16']);
    expect(facets.profile[0]).toEqual({ id: '0', label: 'full', count: 0, unavailable: true });
    expect(facets.treadWidth.map(({ id }) => id)).toEqual(['195', '205', '215', '225', '245', '315']);
  });

  test('has all public data of a tire', async () => {
    const { items } = await products(`?${defaultSize}&season=summer&manufacturer=nokian`);
    expect(items).toEqual([
      aTire({
        id: expect.stringMatching(/^nokian-hakka-blue-3-205-55-r16-91v-[0-9a-z]+$/),
        lowestPrice30: 89.9,
        stock: [
          { branch: 'ringtee', count: 4, leadDays: 0 },
          { branch: 'supplier', count: 20, leadDays: 2 },
        ],
        available: 24,
        image: expect.stringMatching(/^\/tires\/summer\/nokian-hakka-blue-3-[0-9a-z]+\.svg$/),
      }),
    ]);
  });

  test('has no label for studded and racing tires', async () => {
    for (const season of ['winter_studded', 'racing']) {
      expect((await products(`?season=${season}`)).items.map(({ label }) => label)).toEqual([null]);
    }
  });
});

describe('products by id', () => {
  const ids = (...models: string[]) => Promise.all(models.map((model) => idOf(shop.db.kysely, model)));
  const query = (ids: string[]) => `?${new URLSearchParams(ids.map((id) => ['id', id]))}`;

  test('are in the requested order, with sold-out tires and without unknown ones', async () => {
    const [cup = '', soldOut = ''] = await ids('Cup 2', 'Sold Out');
    const list = await products(query([soldOut, 'unknown', cup]));
    expect(list.items.map(({ model, available }) => [model, available])).toEqual([
      ['Sold Out', 0],
      ['Cup 2', 24],
    ]);
    expect(list.total).toBe(2);
    expect((await products(query([cup]))).items).toHaveLength(1);
    expect((await products('?id=unknown')).items).toEqual([]);
  });

  test('are at most 50', async () => {
    const fiftyOneIds = Array.from({ length: 51 }, (_, index) => `tire-${index}`);
    expect((await products(query(fiftyOneIds.slice(1)))).total).toBe(0);
    expect((await shop.get(`/api/v1/products${query(fiftyOneIds)}`)).status).toBe(400);
  });
});

describe('the API of products', () => {
  test.each([
    ['colour=black', 'colour', 'unknown'],
    ['season=winter', 'season', 'invalid'],
    ['season=', 'season', 'invalid'],
    ['profile=', 'profile', 'invalid'],
    ['profile=wide', 'profile', 'invalid'],
    ['diameter=16.3', 'diameter', 'invalid'],
    ['treadWidth=20500', 'treadWidth', 'invalid'],
    ['treadWidth=205&treadWidth=215', 'treadWidth', 'invalid'],
    ['manufacturer=Nokian', 'manufacturer', 'invalid'],
    ['sort=cheap', 'sort', 'invalid'],
    ['limit=0', 'limit', 'invalid'],
    ['limit=101', 'limit', 'invalid'],
    ['offset=-1', 'offset', 'invalid'],
    ['id=a%20b', 'id', 'invalid'],
  ])('rejects ?%s with invalid-parameter', async (query, path, code) => {
    const answer = await shop.get(`/api/v1/products?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ status: 400, code: 'invalid-parameter', errors: [{ path, code }] });
  });

  test('answers 404 for an unknown path or method', async () => {
    for (const answer of [
      await shop.get('/api/v1/tires'),
      await shop.request('/api/v1/products', { method: 'DELETE' }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ status: 404, code: 'not-found' });
    }
  });
});

describe('a response with products', () => {
  test('is revalidated before each use, with 304 when unchanged', async () => {
    const first = await shop.get('/api/v1/products?diameter=17');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const etag = first.headers.etag ?? '';
    // Weak: the same response has several encodings (RFC 9110, 8.8.1).
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const revalidation = await shop.get('/api/v1/products?diameter=17', { 'if-none-match': etag });
    expect({ status: revalidation.status, text: revalidation.text, etag: revalidation.headers.etag }).toEqual({
      status: 304,
      text: '',
      etag,
    });
    expect((await shop.get('/api/v1/products?diameter=16', { 'if-none-match': etag })).status).toBe(200);
    expect((await shop.get('/api/v1/products?diameter=17', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('is the same for the same parameters in any order', async () => {
    const first = await shop.get('/api/v1/products?diameter=17&limit=3');
    const reordered = await shop.get('/api/v1/products?limit=3&diameter=17');
    expect(reordered.headers.etag).toBe(first.headers.etag);
  });
});
