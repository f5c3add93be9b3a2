import { crc32, deflateSync } from 'node:zlib';

const bitDepth = 8;
const colourTypePalette = 3;

/** Encodes an almost grey, opaque picture as PNG with a palette of 256 brightnesses (PNG specification, 11.2). */
export function palettePng(rgba: Uint8Array, width: number, height: number): Buffer {
  const { rows, palette } = indexPixels(rgba, width, height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourTypePalette], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the palette, and rows of indexes that begin with filter 0 (none), which compresses indexed pictures best. */
function indexPixels(rgba: Uint8Array, width: number, height: number): { rows: Buffer; palette: Buffer } {
  const rows = Buffer.alloc((width + 1) * height);
  // For each brightness: the sums of red, green and blue, and the number of pixels.
  const sums = new Uint32Array(4 * 256);
  for (let row = 0, source = 0; row < height; row += 1) {
    const filterPosition = row * (width + 1);
    let target = filterPosition + 1;
    for (let column = 0; column < width; column += 1, source += 4, target += 1) {
      const red = rgba[source] ?? 0;
      const green = rgba[source + 1] ?? 0;
      const blue = rgba[source + 2] ?? 0;
      // The weights of ITU-R BT.601 in 256ths.
      const brightness = (77 * red + 150 * green + 29 * blue) >> 8;
      rows[target] = brightness;
      const firstSum = 4 * brightness;
      sums[firstSum] = (sums[firstSum] ?? 0) + red;
      sums[firstSum + 1] = (sums[firstSum + 1] ?? 0) + green;
      sums[firstSum + 2] = (sums[firstSum + 2] ?? 0) + blue;
      sums[firstSum + 3] = (sums[firstSum + 3] ?? 0) + 1;
    }
  }
  const palette = Buffer.alloc(3 * 256);
  for (let position = 0; position < palette.length; position += 1) {
    const firstSum = 4 * Math.floor(position / 3);
    const pixelCount = sums[firstSum + 3] ?? 0;
    palette[position] = Math.round((sums[firstSum + (position % 3)] ?? 0) / Math.max(1, pixelCount));
  }
  return { rows, palette };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
