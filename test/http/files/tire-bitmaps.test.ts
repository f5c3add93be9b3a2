import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { catalogueOf, openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { bitmapPath, previewCardPath, tireImage } from '../../../src/shop/catalog/tire/tire-image.ts';
import { maxWaiting } from '../../../src/web/pictures/drawing/drawing-queue.ts';
import { openTireBitmaps } from '../../../src/web/pictures/tire-bitmaps.server.ts';
import { tirePictures } from '../../../src/web/pictures/tire-pictures.server.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { aTire } from '../../support/product.ts';
import { cacheUnderTest } from '../../support/server/cache-under-test.ts';

const models = Array.from({ length: 12 }, (_, index) => `Model ${index}`);
const image = (model: string) => tireImage({ manufacturer: 'Nokian', model, season: 'summer', runflat: false });
const path = (index: number) => bitmapPath(image(models[index] ?? ''));

/** Serves the pictures of a catalogue of twelve models. Each drawing waits until the test calls `finishDrawing`. */
async function servePictures(folder?: string) {
  const tires = models.map((model) => aTire({ id: model, model, image: image(model) }));
  const catalogue = openCatalogueStore(catalogueOf(tires));
  const unfinished: ReturnType<typeof Promise.withResolvers<Buffer>>[] = [];
  const counts = { startedDrawings: 0 };
  const render = () => {
    counts.startedDrawings += 1;
    const drawing = Promise.withResolvers<Buffer>();
    unfinished.push(drawing);
    return drawing.promise;
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
  /** Waits for the next drawing to start, then finishes it with a bitmap or an error. */
  const finishDrawing = async (png: Buffer | Error = Buffer.from('png')) => {
    await expect.poll(() => unfinished.length).toBe(1);
    const drawing = unfinished.shift();
    if (png instanceof Error) drawing?.reject(png);
    else drawing?.resolve(png);
  };
  return { catalogue, counts, errors, get, finishDrawing };
}

test('draws one bitmap at a time, and answers 503 with Retry-After when the queue is full', async () => {
  const { counts, get, finishDrawing } = await servePictures();
  const paths = Array.from({ length: maxWaiting + 2 }, (_, index) => path(index));
  const answers = paths.map(async (path) => ({ path, ...(await get(path)) }));
  const refused = await Promise.race(answers);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'content-type': 'text/plain',
  });
  expect(refused.body).toBe('Too many pictures are being drawn. Try again in a moment.');
  const acceptedPaths = paths.filter((path) => path !== refused.path);
  // A full queue still accepts requests for pictures in it.
  const repeatedAnswers = acceptedPaths.map((path) => get(path));
  for (const [index] of acceptedPaths.entries()) {
    await finishDrawing();
    expect(counts.startedDrawings).toBe(index + 1);
  }
  const statuses = (await Promise.all([...answers, ...repeatedAnswers])).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(2 * acceptedPaths.length).fill(200), 503]);
  const later = get(refused.path);
  await finishDrawing();
  expect((await later).statusCode).toBe(200);
});

test('sends a bitmap with length and ETag', async () => {
  const { counts, get, finishDrawing } = await servePictures();
  const first = get(path(0));
  await finishDrawing(Buffer.from('a picture'));
  const { statusCode, headers, body } = await first;
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'a picture' });
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '9',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
    'content-security-policy': "default-src 'none'",
    etag: expect.stringMatching(/^"[\w.]+"$/),
  });
  for (const knownEtags of [`W/"other", ${headers.etag}`, `W/${headers.etag}`, '*']) {
    const { statusCode: status, body, headers: sent } = await get(path(0), { 'if-none-match': knownEtags });
    expect({ status, body, etag: sent.etag }).toEqual({ status: 304, body: '', etag: headers.etag });
  }
  expect((await get(path(0))).body).toBe('a picture');
  expect(counts.startedDrawings).toBe(1);
});

test('a card for shared links may be cached for ten minutes, and changes with the price of its tire', async () => {
  const { catalogue, get, finishDrawing } = await servePictures();
  const card = `${previewCardPath(image('Model 0'))}?id=Model%200`;
  const first = get(card);
  await finishDrawing(Buffer.from('70–80 €'));
  const { headers } = await first;
  expect(headers).toMatchObject({ 'cache-control': 'public, max-age=600', 'content-type': 'image/png' });
  const revalidation = { 'if-none-match': `${headers.etag}` };
  expect((await get(card, revalidation)).statusCode).toBe(304);
  const changedTire = aTire({ id: 'Model 0', model: 'Model 0', image: image('Model 0'), price: 88 });
  const isDemonstration = false;
  await catalogue.replace([changedTire], isDemonstration);
  const second = get(card, revalidation);
  await finishDrawing(Buffer.from('80–90 €'));
  expect(await second).toMatchObject({ statusCode: 200, body: '80–90 €' });
});

test.each([
  ['another model', path(0).replace('model-0', 'model-99')],
  ['another season', path(0).replace('summer', 'winter_studded')],
  ['a season', '/tires/summer.png'],
  ['no model', '/tires/summer/.png'],
  ['an encoded slash', path(0).replace('/summer/', '/summer%2f')],
])('answers 404 for %s, and draws nothing', async (_case, url) => {
  const { counts, get } = await servePictures();
  const { statusCode, headers, body } = await get(url);
  expect({ statusCode, body, cache: headers['cache-control'] }).toEqual({
    statusCode: 404,
    body: 'Not found',
    cache: 'no-store',
  });
  expect(counts.startedDrawings).toBe(0);
});

test('sends the same bitmap for every encoding of its path', async () => {
  const { counts, get, finishDrawing } = await servePictures();
  const first = get(path(0).replace('.png', '%2Epn%67?size=2'));
  await finishDrawing(Buffer.from('a picture'));
  expect((await first).body).toBe('a picture');
  expect((await get(path(0))).body).toBe('a picture');
  expect(counts.startedDrawings).toBe(1);
});

test('sends a bitmap that it cannot write to disk', async () => {
  const file = join(await temporaryFolder(), 'cache');
  await writeFile(file, 'a file in place of the folder');
  const { errors, get, finishDrawing } = await servePictures(join(file, 'tires'));
  for (let requests = 1; requests <= 2; requests += 1) {
    const answer = get(path(0));
    await finishDrawing(Buffer.from('a picture'));
    expect(await answer).toMatchObject({ statusCode: 200, body: 'a picture', headers: { 'content-length': '9' } });
  }
  expect(errors).toHaveLength(1);
});

test('answers 500 after a failed drawing, and draws again on the next request', async () => {
  const { get, finishDrawing } = await servePictures();
  const failing = [get(path(0)), get(path(0))];
  await finishDrawing(new Error('out of memory'));
  for (const answer of await Promise.all(failing)) expect(answer.statusCode).toBe(500);
  const next = get(path(0));
  await finishDrawing();
  expect((await next).statusCode).toBe(200);
});
