import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { seasonFilterIds } from '../../../src/shop/catalog/road/season.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

/** The tires that the API lists for a query, with the paths of their pictures. */
async function tiresWithPictures(query = '?limit=100') {
  const { items } = (await shop.get(`/api/v1/products${query}`)).json<ProductList>();
  return items.map(({ image, model, season }) => ({ image, model, season }));
}

async function imageOf(model: string): Promise<string> {
  return (await tiresWithPictures()).find((tire) => tire.model === model)?.image ?? '';
}

describe('the picture of a tire', () => {
  test('exists for every tire of the catalogue, shows its model, and differs from all other pictures', async () => {
    const tires = await tiresWithPictures();
    expect(tires.length).toBeGreaterThan(40);
    expect(new Set(tires.map(({ image }) => image)).size).toBe(tires.length);
    for (const { image, model } of tires) {
      const { status, headers, text } = await shop.get(image);
      expect({ image, status, type: headers['content-type'] }).toEqual({ image, status: 200, type: 'image/svg+xml' });
      expect(text).toContain(`${model.toUpperCase()}</textPath>`);
    }
  });

  test('may be cached for a day, and runs no script when it is opened as a document', async () => {
    const { headers } = await shop.get(await imageOf('Hakka Blue 3'));
    expect(headers['cache-control']).toBe('public, max-age=86400, stale-while-revalidate=2592000');
    expect(headers['content-security-policy']).toBe("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('exists also as a PNG of 800 × 800 pixels', async () => {
    const image = await imageOf('Hakka Blue 3');
    const path = image.replace(/svg$/, 'png');
    const [{ status, headers, body }, secondAnswer] = await Promise.all([shop.get(path), shop.get(path)]);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
    // PNG specification, 5.2 and 11.2.2: signature, then width and height.
    expect(body.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([800, 800]);
    expect(secondAnswer.body.equals(body)).toBe(true);
    expect((await shop.get(path.replace('hakka', 'other'))).status).toBe(404);
  });

  test('is revalidated with 304', async () => {
    const image = await imageOf('Hakka Blue 3');
    const { headers } = await shop.get(image);
    const revalidation = await shop.get(image, { 'if-none-match': headers.etag ?? '' });
    expect({ status: revalidation.status, text: revalidation.text }).toEqual({ status: 304, text: '' });
    const otherPicture = await shop.get(await imageOf('Primacy 5'), { 'if-none-match': headers.etag ?? '' });
    expect(otherPicture.status).toBe(200);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('takes less than 2 kB as %s', async (encoding, decode) => {
    for (const { image } of await tiresWithPictures('?season=winter_studded')) {
      const plain = await shop.get(image);
      const answer = await shop.get(image, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toMatch(/Accept-Encoding/i);
      expect(`${decode(answer.body)}`).toBe(plain.text);
      expect(answer.body.length).toBeLessThan(2_000);
    }
  });

  test.each([
    '/tires/summer/nokian-hakka-blue-3-0000000.svg',
    '/tires/summer/.svg',
    '/tires/autumn.svg',
    '/tires/summer.png',
    '/tires/__proto__.svg',
    '/tires/%2e%2e/summer.svg',
  ])('does not exist at a path without a known model: %s', async (path) => {
    expect((await shop.get(path)).status).toBe(404);
  });

  test('does not exist with another season', async () => {
    const image = await imageOf('Hakka Blue 3');
    expect((await shop.get(image.replace('summer', 'winter_friction'))).status).toBe(404);
  });
});

describe('the picture of a season', () => {
  test.each(seasonFilterIds)('still exists, because stored carts may contain its path: %s', async (season) => {
    const { status, headers, text } = await shop.get(`/tires/${season}.svg`);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/svg+xml' });
    expect(text).not.toContain('textPath');
  });
});
