import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Options = { width?: number; height?: number; brightness?: number };

/** A picture that looks like a photograph to the checks: a grey block on white, because detail and colour cost time to compress. Another `brightness`, in percent, makes other bytes. */
export function photograph({ width = 900, height = 700, brightness = 30 }: Options = {}) {
  return drawn(width, height, `<rect x="20%" y="15%" width="60%" height="70%" fill="hsl(0 0% ${brightness}%)"/>`);
}

/** A picture of stripes whose brightness differs by `name`: to the shop, pictures of one name are the same picture in several sizes. */
export function stripes({ name, side }: { name: string; side: number }) {
  const random = hash('sha256', name, 'buffer')[0] ?? 0;
  const brightness = [0];
  for (let bit = 0; bit < 8; bit += 1) brightness.push((brightness.at(-1) ?? 0) + ((random >> bit) & 1 ? 4 : -4));
  const darkest = Math.min(...brightness);
  const rects = brightness.map(
    (value, n) =>
      `<rect x="${5 + n * 10}%" y="5%" width="10%" height="90%" fill="hsl(0 0% ${60 + value - darkest}%)"/>`,
  );
  return drawn(side, side, rects.join(''));
}

function drawn(width: number, height: number, shapes: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' });
}

/** A PNG whose header promises `side` × `side` pixels of one colour: a few kB that decode to much more. */
export function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
