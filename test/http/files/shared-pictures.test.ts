import { expect, test } from 'vitest';
import { seasonFilterIds } from '../../../src/shop/catalog/road/season.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { elements } from '../../support/html.ts';
import { publicUrl, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

async function sharedPicture(path: string): Promise<string | undefined> {
  const metas = elements((await shop.get(path)).text, 'meta');
  return metas.find(({ property }) => property === 'og:image')?.content;
}

test('the Open Graph picture of a list shows a tire of its season', async () => {
  expect(await sharedPicture('/en')).toBe(`${publicUrl}/og/summer.jpg`);
  expect(await sharedPicture('/en?season=winter_studded')).toBe(`${publicUrl}/og/winter_studded.jpg`);
  expect(await sharedPicture('/en?season=')).toBe(`${publicUrl}/og/shop.jpg`);
});

test('the Open Graph picture of a product page shows its tire with name, size and price range, for ten minutes', async () => {
  const id = await idOf(shop.db.kysely, 'X Multi');
  const picture = (await sharedPicture(`/en/product?id=${id}`)) ?? '';
  expect(picture).toMatch(new RegExp(`^${publicUrl}/og/truck/michelin-x-multi-\\w+\\.png\\?id=${id}$`));
  const { status, headers, body } = await shop.get(picture.slice(publicUrl.length));
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
  expect(headers['cache-control']).toBe('public, max-age=600');
  // PNG specification, 11.2.2: width and height.
  expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(body.length).toBeLessThan(150_000);
  expect((await shop.get('/og/truck/none-1.png')).status).toBe(404);
});

test('the Open Graph picture of another page is the shop’s picture', async () => {
  expect(await sharedPicture('/en/faq')).toBe(`${publicUrl}/og/shop.jpg`);
});

test.each(['shop', ...seasonFilterIds])('the picture %s exists, is 1200 × 630 and small', async (name) => {
  const { status, headers, body } = await shop.get(`/og/${name}.jpg`);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/jpeg' });
  expect(jpegSize(body)).toEqual({ width: 1200, height: 630 });
  expect(body.length).toBeLessThan(80_000);
});

/** The size of a JPEG by its frame header (ITU T.81, B.2.2). */
function jpegSize(jpeg: Buffer): { width: number; height: number } {
  // Segments follow each other from byte 2 on, each with its marker and its length.
  for (let offset = 2; offset < jpeg.length; offset += 2 + jpeg.readUInt16BE(offset + 2)) {
    const marker = jpeg[offset + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: jpeg.readUInt16BE(offset + 5), width: jpeg.readUInt16BE(offset + 7) };
  }
  throw new Error('The JPEG has no frame header');
}
