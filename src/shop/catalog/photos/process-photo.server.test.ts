import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { bomb, photograph } from '../../../../test/support/catalogue/photographs.ts';
import { maxPhotoBytes, photoKinds, photoNames, photoSizes, uploadLimits } from './photo.ts';
import { type PhotoFiles, processPhoto } from './process-photo.server.ts';

const filesOf = async (bytes: Buffer): Promise<PhotoFiles> => {
  const processed = await processPhoto(bytes);
  if (!processed.ok) throw new Error(processed.reason);
  return processed.files;
};

test.each(['jpeg', 'png', 'webp'] as const)('makes square files of each size and kind from a %s file', async (kind) => {
  const files = await filesOf(await photograph().toFormat(kind).toBuffer());
  expect([...files.keys()].sort()).toEqual(['master.webp', ...photoNames].sort());
  for (const [name, file] of files) {
    const { width, height, format, mediaType } = await sharp(file).metadata();
    const side = name === 'master.webp' ? width : Number.parseInt(name, 10);
    expect([width, height]).toEqual([side, side]);
    expect(mediaType ?? format).toContain(name.replace(/^.*\./, '').replace('jpg', 'jpeg'));
  }
  for (const size of photoSizes)
    for (const kind of photoKinds)
      expect(files.get(`${size}.${kind}`)?.length).toBeLessThanOrEqual(maxPhotoBytes[size]);
});

test('keeps no metadata, and turns the picture upright by its stored orientation', async () => {
  const exifFields = {
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '58/1 22/1 0/1' },
    IFD0: { Copyright: 'Mari Maasikas' },
  };
  // Orientation 6: the left side of the file is the upper side of the picture.
  const redLeftHalf = await sharp({ create: { width: 300, height: 600, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const sideways = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00c' } })
    .composite([{ input: redLeftHalf, left: 0, top: 0 }])
    .withExif(exifFields)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(sideways.includes('Mari Maasikas')).toBe(true);
  for (const file of (await filesOf(sideways)).values()) {
    const { exif, icc, xmp, iptc, orientation } = await sharp(file).metadata();
    expect({ exif, icc, xmp, iptc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
    expect(file.includes('Mari')).toBe(false);
    const corners = await sharp(file).resize(2, 2, { fit: 'fill', kernel: 'nearest' }).removeAlpha().raw().toBuffer();
    const isRed = (pixel: number) => (corners[3 * pixel] ?? 0) > 128;
    const [upperLeft, upperRight, lowerLeft] = [isRed(0), isRed(1), isRed(2)];
    expect({ upperLeft, upperRight, lowerLeft }).toEqual({ upperLeft: true, upperRight: true, lowerLeft: false });
  }
});

test('trims a white border, and fills transparent parts with white', async () => {
  const dark = { create: { width: 400, height: 300, channels: 4, background: '#333' } } as const;
  const stripe = await sharp({ create: { width: 400, height: 20, channels: 4, background: '#999' } })
    .png()
    .toBuffer();
  const twoShades = await sharp(dark) // a picture of one colour would be refused
    .composite([{ input: stripe, left: 0, top: 100 }])
    .png()
    .toBuffer();
  const bordered = await sharp(twoShades)
    .extend({ top: 200, bottom: 200, left: 200, right: 200, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const file = (await filesOf(bordered)).get('800.jpg') ?? Buffer.alloc(0);
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const brightnessAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? -1;
  const [leftEdge, topEdge] = [brightnessAt(4, 400), brightnessAt(400, 20)];
  // The dark part is wider than high: it fills the width of the square.
  expect(leftEdge).toBeLessThan(80);
  expect(topEdge).toBeGreaterThan(240);
});

const jpeg = await photograph().jpeg().toBuffer();
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="250" height="500"/></svg>';
const frames = await Promise.all(
  [30, 60].map((brightness) => photograph({ width: 300, height: 300, brightness }).png().toBuffer()),
);

test.each<[string, string, Buffer]>([
  ['a file of 9 MB', 'too-large', Buffer.concat([jpeg, Buffer.alloc(9 * 1024 * 1024)])],
  ['an HTML page', 'not-a-picture', Buffer.from('<!doctype html><title>No such picture</title>')],
  ['an SVG', 'not-a-picture', Buffer.from(svg)],
  ['a GIF', 'not-a-picture', await photograph().gif().toBuffer()],
  ['a TIFF', 'not-a-picture', await photograph().tiff().toBuffer()],
  ['an AVIF', 'not-a-picture', await photograph({ width: 300, height: 300 }).avif({ effort: 0 }).toBuffer()],
  [
    'an SVG behind the first bytes of a JPEG',
    'unreadable',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
  ],
  ['a JPEG that is cut', 'unreadable', jpeg.subarray(0, jpeg.length / 2)],
  ['a PNG of 50,000 × 50,000 pixels in few bytes', 'too-many-pixels', bomb(50_000)],
  ['a picture of 199 pixels', 'too-small', await photograph({ width: 199, height: 600 }).jpeg().toBuffer()],
  [
    'a white picture',
    'one-colour',
    await sharp({ create: { width: 500, height: 500, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer(),
  ],
  [
    'an animated WebP',
    'animated',
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  ],
])('refuses %s: %s', async (_case, reason, bytes) => {
  expect(await processPhoto(bytes)).toEqual({ ok: false, reason });
});

test.each<[string, Buffer]>([
  ['an SVG', Buffer.from(svg)],
  ['a GIF', await photograph().gif().toBuffer()],
  ['a TIFF', await photograph().tiff().toBuffer()],
])('the program that decodes cannot read %s', (_kind, bytes) => {
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'resize-photo.ts')], { input: bytes });
  expect(`${stdout}`).toBe('{"refused":"unreadable"}\n');
});

test('reduces the quality of a picture with much detail until its files are small enough', async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 18 },
    },
  })
    .jpeg()
    .toBuffer();
  const files = await filesOf(noise);
  for (const size of photoSizes)
    for (const kind of photoKinds)
      expect(files.get(`${size}.${kind}`)?.length, `${size}.${kind}`).toBeLessThanOrEqual(maxPhotoBytes[size]);
});

test('refuses pixels beyond the limit, although the file is small', async () => {
  const side = Math.ceil(Math.sqrt(uploadLimits.pixels)) + 1;
  const { data } = await sharp({ create: { width: side, height: side, channels: 3, background: '#abc' } })
    .png()
    .toBuffer({ resolveWithObject: true });
  expect(data.length).toBeLessThan(uploadLimits.bytes);
  expect(await processPhoto(data)).toEqual({ ok: false, reason: 'too-many-pixels' });
});

test('refuses a picture as unreadable if the child process ends before it has read the file', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/bin/false';
  expect(await processPhoto(jpeg)).toEqual({ ok: false, reason: 'unreadable' });
});
