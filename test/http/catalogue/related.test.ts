import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type RelatedTires, relatedTires } from '../../../src/shop/catalog/related/related.ts';
import { wholeShop } from '../../support/shop.ts';
import { idOf } from '../../support/shop-catalogue.ts';

const shop = wholeShop();

const ask = async (model: string, headers?: Record<string, string>) =>
  shop.get(`/api/v1/related?id=${await idOf(shop.db.kysely, model)}`, headers);

async function related(model: string): Promise<RelatedTires> {
  const answer = await ask(model);
  expect(answer.status).toBe(200);
  return relatedTires.parse(answer.json());
}

const models = (tires: RelatedTires['sizes']) => tires.map(({ model }) => model);

test('names quieter replacements, also of a sold-out tire', async () => {
  const { sizes, cheaper, quieter } = await related('Perfecta');
  expect(models(quieter)).toEqual(['Hakka Blue 3', 'Primacy 5', 'Primacy ZP']);
  expect(cheaper).toEqual([]);
  expect(sizes).toEqual([]);
  expect(models((await related('Sold Out')).quieter)).not.toContain('Sold Out');
});

test('names cheaper replacements, and follows the catalogue', async () => {
  expect((await related('Serie 07')).cheaper).toEqual([]);
  const id = await idOf(shop.db.kysely, 'Serie 07');
  await shop.db.kysely.updateTable('tires').set({ price_cents: 70_00 }).where('id', '=', id).execute();
  await sql`select pg_notify('catalogue', ${JSON.stringify([id])})`.execute(shop.db.kysely);
  await expect
    .poll(async () => (await related('Serie 07')).cheaper.map(({ price }) => price), { timeout: 20_000, interval: 50 })
    .toEqual([60, 60, 60]);
});

test('names no weaker tire: less load, less speed, not run-flat', async () => {
  expect((await related('Primacy 5')).cheaper).toEqual([]);
  expect((await related('Hakka Blue 3')).cheaper).toEqual([]);
  expect((await related('Primacy ZP')).cheaper).toEqual([]);
});

test('answers 404 for an unknown tire and 400 for an invalid query', async () => {
  const unknown = await shop.get('/api/v1/related?id=unknown');
  expect(unknown.status).toBe(404);
  expect(unknown.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(unknown.json()).toMatchObject({ status: 404, code: 'not-found' });
  for (const query of ['', '?id=', '?id=a%20b', '?id=a&id=b', '?id=a&limit=3']) {
    const wrong = await shop.get(`/api/v1/related${query}`);
    expect({ query, status: wrong.status, body: wrong.json() }).toMatchObject({
      status: 400,
      body: { code: 'invalid-parameter' },
    });
  }
});

test('may be cached briefly, and is revalidated with 304', async () => {
  const first = await ask('Perfecta');
  expect(first.headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=30');
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  const again = await ask('Perfecta', { 'if-none-match': `${first.headers.etag}` });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  expect((await ask('Primacy 5')).headers.etag).not.toBe(first.headers.etag);
});
