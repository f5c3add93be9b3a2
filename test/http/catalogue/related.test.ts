import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type RelatedTires, relatedTires } from '../../../src/shop/catalog/related/related.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const getRelated = async (model: string, headers?: Record<string, string>) =>
  shop.get(`/api/v1/related?id=${await idOf(shop.db.kysely, model)}`, headers);

async function related(model: string): Promise<RelatedTires> {
  const answer = await getRelated(model);
  expect(answer.status).toBe(200);
  return relatedTires.parse(answer.json());
}

const models = (tires: RelatedTires['sizes']) => tires.map(({ model }) => model);

test('lists quieter alternatives that are available, and answers for a sold-out tire too', async () => {
  const { sizes, cheaper, quieter } = await related('Perfecta');
  expect(models(quieter)).toEqual(['Hakka Blue 3', 'Primacy 5']);
  expect(cheaper).toEqual([]);
  expect(sizes).toEqual([]);
  // Sold Out is the quietest tire of its size.
  expect((await related('Sold Out')).quieter).toEqual([]);
});

test('lists cheaper alternatives, and follows changed prices', async () => {
  expect((await related('Serie 07')).cheaper).toEqual([]);
  const id = await idOf(shop.db.kysely, 'Serie 07');
  await shop.db.kysely.updateTable('tires').set({ price_cents: 70_00 }).where('id', '=', id).execute();
  await sql`select pg_notify('catalogue', ${JSON.stringify([id])})`.execute(shop.db.kysely);
  await expect
    .poll(async () => (await related('Serie 07')).cheaper.map(({ price }) => price), { timeout: 20_000, interval: 50 })
    .toEqual([60, 60, 60]);
});

test.each([
  ['Primacy 5', 'have a lower load index'],
  ['Hakka Blue 3', 'have a lower speed index'],
  ['Primacy ZP', 'are not run-flat'],
])('lists no cheaper alternative to %s, because the cheaper tires %s', async (model) => {
  expect((await related(model)).cheaper).toEqual([]);
});

test('answers 404 for an unknown tire and 400 for an invalid query', async () => {
  const unknown = await shop.get('/api/v1/related?id=unknown');
  expect(unknown.status).toBe(404);
  expect(unknown.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(unknown.json()).toMatchObject({ status: 404, code: 'not-found' });
  for (const query of ['', '?id=', '?id=a%20b', '?id=a&id=b', '?id=a&limit=3']) {
    const answer = await shop.get(`/api/v1/related${query}`);
    expect({ query, status: answer.status, body: answer.json() }).toMatchObject({
      status: 400,
      body: { code: 'invalid-parameter' },
    });
  }
});

test('the response is revalidated before each use, with 304 when unchanged', async () => {
  const first = await getRelated('Perfecta');
  expect(first.headers['cache-control']).toBe('public, no-cache');
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  const revalidation = await getRelated('Perfecta', { 'if-none-match': `${first.headers.etag}` });
  expect({ status: revalidation.status, text: revalidation.text }).toEqual({ status: 304, text: '' });
  expect((await getRelated('Primacy 5')).headers.etag).not.toBe(first.headers.etag);
});
