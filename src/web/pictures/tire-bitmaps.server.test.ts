import { ReadStream } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';
import { type Bitmap, bitmapName, openTireBitmaps } from './tire-bitmaps.server.ts';

const drawFunctionOf = (svg: string) => () => svg;
const textOf = async (bitmap: Bitmap | null) => {
  if (!bitmap) return null;
  const { body, bytes } = bitmap;
  const read = Buffer.isBuffer(body) ? body : await buffer(body);
  expect(read.length).toBe(bytes);
  return `${read}`;
};

/** Opens bitmaps with a fake `render`, which makes a text of each SVG. Records the drawn SVGs and the errors. */
async function stubBitmaps(folder?: string) {
  const bitmapFolder = folder ?? join(await temporaryFolder(), 'cache/tires');
  const drawn: string[] = [];
  const errors: unknown[] = [];
  const render = async (svg: string) => {
    drawn.push(svg);
    return Buffer.from(`png of ${svg}`);
  };
  const bitmaps = openTireBitmaps(bitmapFolder, { render, onError: (error) => errors.push(error) });
  const textFor = async (svg: string) => textOf(await bitmaps.bitmapOf(bitmapName(svg), svg));
  const drawMissing = async (...svgs: string[]) => {
    for (const drawOne of await bitmaps.cleanAndListMissing(svgs.map(drawFunctionOf))) await drawOne();
  };
  const files = async () => (await readdir(bitmapFolder)).sort();
  return { folder: bitmapFolder, drawn, errors, bitmaps, textFor, drawMissing, files };
}

test('draws a bitmap once into a file, and reads it from there', async () => {
  const { bitmaps, textFor, drawn, files } = await stubBitmaps();
  expect(await textFor('one')).toBe('png of one');
  expect(await textFor('one')).toBe('png of one');
  expect(drawn).toEqual(['one']);
  expect(await files()).toEqual([bitmapName('one')]);
  const bitmap = await bitmaps.bitmapOf(bitmapName('two'), 'two');
  expect(bitmap?.body).toBeInstanceOf(ReadStream);
  expect(await textOf(bitmap)).toBe('png of two');
});

test('uses another file for a changed drawing', async () => {
  const { textFor } = await stubBitmaps();
  expect(await textFor('before')).toBe('png of before');
  expect(await textFor('after')).toBe('png of after');
});

test('reads bitmaps that another process has drawn, but only complete ones', async () => {
  const folder = await temporaryFolder();
  // Writing 64 MiB takes long enough for the second store to read before the file is complete.
  const big = Buffer.alloc(64 << 20, 'x');
  const writing = openTireBitmaps(folder, { render: async () => big, onError: () => {} });
  const reading = openTireBitmaps(folder, {
    render: async () => {
      throw new Error('missing');
    },
    onError: () => {},
  });
  const name = bitmapName('big');
  const written = writing.bitmapOf(name, 'big');
  const outcomes = new Set<number | string>();
  const read = () =>
    reading.bitmapOf(name, 'big').then(
      async (bitmap) => {
        if (bitmap?.body instanceof ReadStream) bitmap.body.destroy();
        return bitmap?.bytes ?? 'busy';
      },
      (error: Error) => error.message,
    );
  do outcomes.add(await read());
  while (!outcomes.has(big.length));
  expect(outcomes).toEqual(new Set(['missing', big.length]));
  expect((await textOf(await written))?.length).toBe(big.length);
});

test('removes an unfinished bitmap of a killed process after an hour, and never sends it', async () => {
  const { folder, textFor, drawMissing, files } = await stubBitmaps();
  await mkdir(folder, { recursive: true });
  const unfinished = 'png of one'.slice(0, 5);
  const [old, recent] = ['old', 'recent'].map((id) => `${bitmapName('one')}.${id}.part`);
  for (const part of [old, recent]) await writeFile(join(folder, part ?? ''), unfinished);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folder, old ?? ''), longAgo, longAgo);
  expect(await textFor('one')).toBe('png of one');
  await drawMissing('one');
  expect(await files()).toEqual([bitmapName('one'), recent]);
});

test('draws only missing bitmaps, and removes files of other drawings', async () => {
  const { drawn, textFor, drawMissing, files } = await stubBitmaps();
  await drawMissing('one', 'two');
  await drawMissing('two', 'three');
  expect(drawn).toEqual(['one', 'two', 'three']);
  expect(await files()).toEqual(['two', 'three'].map(bitmapName).sort());
  expect(await textFor('three')).toBe('png of three');
  expect(drawn).toHaveLength(3);
});

test('does not draw a missing bitmap that a request has drawn in the meantime', async () => {
  const { bitmaps, drawn, textFor } = await stubBitmaps();
  const [drawOne] = await bitmaps.cleanAndListMissing([drawFunctionOf('one')]);
  await textFor('one');
  await drawOne?.();
  expect(drawn).toEqual(['one']);
});

test('serves requests although the folder cannot be written, and reports that error once', async () => {
  const file = join(await temporaryFolder(), 'cache');
  await writeFile(file, 'in the way');
  const { textFor, drawn, errors } = await stubBitmaps(join(file, 'tires'));
  expect(await textFor('one')).toBe('png of one');
  expect(await textFor('one')).toBe('png of one');
  expect(drawn).toEqual(['one', 'one']);
  expect(errors).toEqual([expect.objectContaining({ code: 'ENOTDIR' })]);
});

test('rejects the drawing of missing bitmaps when the folder cannot be written', async () => {
  const { folder, bitmaps } = await stubBitmaps();
  const [drawOne] = await bitmaps.cleanAndListMissing([drawFunctionOf('one')]);
  await mkdir(join(folder, '..'), { recursive: true });
  await writeFile(folder, 'in the way');
  await expect(drawOne?.()).rejects.toMatchObject({ code: 'EEXIST' });
});
