import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { catalogueOf, openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { bitmapPath, tireImage } from '../../../src/shop/catalog/tire/tire-image.ts';
import { maxWaiting } from '../../../src/web/pictures/drawing/drawer.ts';
import { openTireBitmaps } from '../../../src/web/pictures/tire-bitmaps.server.ts';
import { tirePictures } from '../../../src/web/pictures/tire-pictures.server.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { aTire } from '../../support/product.ts';
import { cacheUnderTest } from '../../support/server/cache-under-test.ts';

const models = Array.from({ length: 12 }, (_, index) => `Model ${index}`);
const image = (model: string) => tireImage({ manufacturer: 'Nokian', model, season: 'summer', runflat: false });
const path = (index: number) => bitmapPath(image(models[index] ?? ''));

/** The pictures of a catalogue of twelve models; the test decides when a bitmap is drawn. */
async function stubPictures(folder?: string) {
  const tires = models.map((model) => aTire({ id: model, model, image: image(model) }));
  const catalogue = openCatalogueStore(catalogueOf(tires));
  const drawing: ReturnType<typeof Promise.withResolvers<Buffer>>[] = [];
  let begun = 0;
  const here = {
    get begun() {
      return begun;
    },
  };
  const render = () => {
    begun += 1;
    const one = Promise.withResolvers<Buffer>();
    drawing.push(one);
    return one.promise;
  };
  const errors: unknown[] = [];
  const bitmaps = openTireBitmaps(folder ?? (await temporaryFolder()), {
    render,
    onError: (error) => errors.push(error),
  });
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(tirePictures, { cache: cacheUnderTest().cache, catalogue, bitmaps });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  /** Finishes the running drawing, once it has begun. */
  const drawNext = async (png: Buffer | Error = Buffer.from('png')) => {
    await expect.poll(() => drawing.length).toBe(1);
    const one = drawing.shift();
    if (png instanceof Error) one?.reject(png);
    else one?.resolve(png);
  };
  return { here, errors, get, drawNext };
}

test('draws one bitmap at a time, and answers 503 with Retry-After when the queue is full', async () => {
  const { here, get, drawNext } = await stubPictures();
  const paths = Array.from({ length: maxWaiting + 2 }, (_, index) => path(index));
  const answers = paths.map(async (one) => ({ path: one, ...(await get(one)) }));
  const refused = await Promise.race(answers);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'content-type': 'text/plain',
  });
  expect(refused.body).toBe('Too many pictures are being drawn. Try again in a moment.');
  const taken = paths.filter((one) => one !== refused.path);
  // Requests for queued pictures are still accepted.
  const again = taken.map((one) => get(one));
  for (const [index] of taken.entries()) {
    await drawNext();
    expect(here.begun).toBe(index + 1);
  }
  const statuses = (await Promise.all([...answers, ...again])).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(2 * taken.length).fill(200), 503]);
  const later = get(refused.path);
  await drawNext();
  expect((await later).statusCode).toBe(200);
});

test('sends a bitmap with length and ETag', async () => {
  const { here, get, drawNext } = await stubPictures();
  const first = get(path(0));
  await drawNext(Buffer.from('a picture'));
  const { statusCode, headers, body } = await first;
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'a picture' });
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '9',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
    'content-security-policy': "default-src 'none'",
    etag: expect.stringMatching(/^"[\w.]+"$/),
  });
  const again = await get(path(0), { 'if-none-match': `W/"other", ${headers.etag}` });
  expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
    status: 304,
    body: '',
    etag: headers.etag,
  });
  expect((await get(path(0))).body).toBe('a picture');
  expect(here.begun).toBe(1);
});

test.each([
  ['another model', path(0).replace('model-0', 'model-99')],
  ['another season', path(0).replace('summer', 'winter_studded')],
  ['a season', '/tires/summer.png'],
  ['no model', '/tires/summer/.png'],
  ['an encoded slash', path(0).replace('/summer/', '/summer%2f')],
])('answers 404 for %s, and draws nothing', async (_what, url) => {
  const { here, get } = await stubPictures();
  const { statusCode, headers, body } = await get(url);
  expect({ statusCode, body, cache: headers['cache-control'] }).toEqual({
    statusCode: 404,
    body: 'Not found',
    cache: 'no-store',
  });
  expect(here.begun).toBe(0);
});

test('sends the same bitmap for every encoding of its path', async () => {
  const { here, get, drawNext } = await stubPictures();
  const first = get(path(0).replace('.png', '%2Epn%67?size=2'));
  await drawNext(Buffer.from('a picture'));
  expect((await first).body).toBe('a picture');
  expect((await get(path(0))).body).toBe('a picture');
  expect(here.begun).toBe(1);
});

test('sends the bitmap although the disk is full', async () => {
  const file = join(await temporaryFolder(), 'cache');
  await writeFile(file, 'in the way');
  const { errors, get, drawNext } = await stubPictures(join(file, 'tires'));
  for (let requests = 1; requests <= 2; requests += 1) {
    const answer = get(path(0));
    await drawNext(Buffer.from('a picture'));
    expect(await answer).toMatchObject({ statusCode: 200, body: 'a picture', headers: { 'content-length': '9' } });
  }
  expect(errors).toHaveLength(1);
});

test('answers 500 to a failed drawing, and draws the next', async () => {
  const { get, drawNext } = await stubPictures();
  const failing = [get(path(0)), get(path(0))];
  await drawNext(new Error('out of memory'));
  for (const answer of await Promise.all(failing)) expect(answer.statusCode).toBe(500);
  const next = get(path(0));
  await drawNext();
  expect((await next).statusCode).toBe(200);
});
