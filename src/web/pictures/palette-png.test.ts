import { crc32, inflateSync } from 'node:zlib';
import { renderAsync } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import type { SeasonCategory } from '../../shop/catalog/road/season.ts';
import { drawTire } from './drawing/draw-tire.ts';
import { palettePng } from './palette-png.ts';

/** Returns the data of a PNG's chunks by type, and checks their checksums. A chunk has a length, a type, data and a checksum. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let start = 8; start < png.length; ) {
    const end = start + 8 + png.readUInt32BE(start);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(start + 4, end)));
    chunks.set(png.toString('latin1', start + 4, start + 8), png.subarray(start + 8, end));
    start = end + 4;
  }
  return chunks;
}

/** Decodes a square PNG with a palette. Returns red, green and blue of each pixel. */
function colours(png: Buffer, side: number): Uint8Array {
  const chunks = chunksOf(png);
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const sideInHex = side.toString(16).padStart(8, '0');
  const eightBitsPalette = '0803';
  const defaultMethods = '000000';
  expect(chunks.get('IHDR')?.toString('hex')).toBe(sideInHex + sideInHex + eightBitsPalette + defaultMethods);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect(rows.length).toBe(side * (side + 1));
  const pixels: number[] = [];
  for (const [position, index] of rows.entries()) {
    const isFilterByte = position % (side + 1) === 0;
    if (isFilterByte) expect(index).toBe(0);
    else pixels.push(...palette.subarray(3 * index, 3 * index + 3));
  }
  return Uint8Array.from(pixels);
}

test('gives all pixels of a brightness their mean colour', () => {
  const pixels = [
    [0, 0, 0],
    [255, 255, 255],
    // These two pixels have the same brightness, 101 of 255.
    [100, 100, 109],
    [102, 100, 105],
  ];
  const png = palettePng(Uint8Array.from(pixels.flatMap((pixel) => [...pixel, 255])), 2, 2);
  expect([...colours(png, 2)]).toEqual([0, 0, 0, 255, 255, 255, 101, 100, 107, 101, 100, 107]);
});

test.each<SeasonCategory>(['summer', 'winter_studded', 'truck'])(
  'changes no colour of a drawn tire (%s) by more than 7 of 255',
  async (season) => {
    const svg = drawTire({ manufacturer: 'Nokian', model: 'Hakka Blue 3', season, runflat: true });
    const { pixels, width } = await renderAsync(svg, { background: '#fff', font: { loadSystemFonts: false } });
    const decoded = colours(palettePng(pixels, width, width), width);
    let maxDifference = 0;
    for (const [position, value] of decoded.entries()) {
      const [pixel, colour] = [Math.floor(position / 3), position % 3];
      const drawn = pixels[4 * pixel + colour] ?? 0;
      maxDifference = Math.max(maxDifference, Math.abs(value - drawn));
    }
    expect(maxDifference).toBeLessThanOrEqual(7);
  },
);
