import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import {
  feedSize,
  masterName,
  maxPhotoBytes,
  type PhotoRefusal,
  photoKinds,
  photoSizes,
  uploadLimits,
} from './photo.ts';
import type { OutputHead, PhotoMeasures } from './process-photo.server.ts';

// This program reads a photograph from standard input. It writes a line of JSON to standard output, `{ "refused": … }` or the names and
// lengths of the files and the measures, followed by the files. It runs in a process of its own, because it decodes files of strangers.

const maxMemoryBytes = 600 * 1024 * 1024;
const priorityBelowVisitors = 10;
const masterSide = 1_200;
const maxUntrimmedSide = 2 * masterSide;
const white = '#ffffff';
const qualities = { avif: [50, 42, 34, 26], webp: [78, 65, 50, 35] };

// Nothing but JPEG, PNG and WebP is decoded: other loaders, such as SVG and PDF, have the larger attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.concurrency(1);
setPriority(priorityBelowVisitors);
sharp.cache(false);

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) answer({ refused: 'too-much-memory' });
}, 20).unref();

const bytes = await buffer(process.stdin);
const refusal = await refusalOf(bytes).catch(() => 'unreadable' as const);
if (refusal) answer({ refused: refusal });
else {
  try {
    const { files, ...measures } = await resize(bytes);
    const lengths = files.map(([name, { length }]): [string, number] => [name, length]);
    answer({ files: lengths, ...measures }, Buffer.concat(files.map(([, file]) => file)));
  } catch {
    answer({ refused: 'unreadable' });
  }
}

/** Ends the process when the answer is written. */
function answer(head: OutputHead, body = Buffer.alloc(0)): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]), () => process.exit(0));
}

async function refusalOf(source: Buffer): Promise<PhotoRefusal | null> {
  const { width, height, pages = 1 } = await sharp(source, { limitInputPixels: false }).metadata();
  if (pages > 1) return 'animated';
  if (width * height > uploadLimits.pixels) return 'too-many-pixels';
  if (Math.min(width, height) < uploadLimits.minSide) return 'too-small';
  const { channels } = await open(source).flatten({ background: white }).resize(64, 64, { fit: 'fill' }).stats();
  return channels.every(({ stdev }) => stdev < 2) ? 'one-colour' : null;
}

function open(source: Buffer) {
  return sharp(source, { limitInputPixels: uploadLimits.pixels, failOn: 'error', sequentialRead: true }).autoOrient();
}

/** Trims a white border and pads to a square on white. The files have no metadata: sharp copies none. */
async function resize(source: Buffer): Promise<{ files: [string, Buffer][] } & PhotoMeasures> {
  const upright = await open(source)
    .resize(maxUntrimmedSide, maxUntrimmedSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: white })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
  const trimmed = await sharp(upright)
    .trim({ background: white, threshold: 12 })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  const side = Math.max(trimmed.info.width, trimmed.info.height);
  const squareSide = Math.min(masterSide, side);
  const square = await sharp(trimmed.data)
    .resize(squareSide, squareSide, { fit: 'contain', background: white })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const files: [string, Buffer][] = [[masterName, await sharp(square).webp({ quality: 88 }).toBuffer()]];
  for (const size of photoSizes) {
    const pixels = await sharp(square).resize(size, size).png({ compressionLevel: 0 }).toBuffer();
    for (const kind of photoKinds)
      files.push([`${size}.${kind}`, await compressToLimit(pixels, kind, maxPhotoBytes[size])]);
  }
  const jpeg = await sharp(square).resize(feedSize, feedSize).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  return { files: [...files, [`${feedSize}.jpg`, jpeg]], side, dhash: await dhashOf(square) };
}

/** Returns 64 bits in hexadecimal: whether each of 8 × 8 pixels is brighter than its right neighbour. */
async function dhashOf(square: Buffer): Promise<string> {
  const pixels = await sharp(square).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const index = row * 9 + column;
      bits = (bits << 1n) | BigInt((pixels[index] ?? 0) > (pixels[index + 1] ?? 0));
    }
  return bits.toString(16).padStart(16, '0');
}

/** Reduces the quality until the file has at most `maxBytes`; otherwise returns the smallest file. */
async function compressToLimit(pixels: Buffer, kind: 'avif' | 'webp', maxBytes: number): Promise<Buffer> {
  let smallest = Buffer.alloc(0);
  for (const quality of qualities[kind]) {
    smallest = await sharp(pixels).toFormat(kind, { quality, effort: 4 }).toBuffer();
    if (smallest.length <= maxBytes) break;
  }
  return smallest;
}
