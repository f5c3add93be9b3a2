import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

/** Returns a PNG of 8-bit RGB, as Chromium takes it, with its 256 most frequent colours. Screens of text then need a third of the bytes. */
export function toPalettePng(/** @type {Buffer} */ png) {
  const { width, height, pixels } = decode(png);
  const colours = new Uint32Array(width * height);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let index = 0; index < colours.length; index += 1) {
    const colour = pixels.readUIntBE(index * 3, 3);
    colours[index] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxColours)
    .map(([colour]) => colour);
  const entries = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = entries.get(colours[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = (/** @type {number} */ colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

function nearest(/** @type {number[]} */ palette, /** @type {number} */ colour) {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const [index, candidate] of palette.entries()) {
    const [r = 0, g = 0, b = 0] = channels(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < bestDistance) [best, bestDistance] = [index, distance];
  }
  return best;
}

function decode(/** @type {Buffer} */ png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 2) throw new Error('The PNG is not 8-bit RGB.');
  const data = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(data)), width * 3, height) };
}

/** Undoes the filter of each row (PNG, section 9.2). */
function unfilter(/** @type {Buffer} */ filtered, /** @type {number} */ rowBytes, /** @type {number} */ height) {
  const pixels = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x;
      const left = x < 3 ? 0 : (pixels[at - 3] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - rowBytes] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (pixels[at - rowBytes - 3] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = ((filtered[y * (rowBytes + 1) + 1 + x] ?? 0) + predicted) & 255;
    }
  }
  return pixels;
}

function paeth(/** @type {number} */ left, /** @type {number} */ up, /** @type {number} */ corner) {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(/** @type {string} */ type, /** @type {Buffer} */ data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
