import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Options = { width?: number; height?: number; hue?: number };

/** A picture that looks like a photograph to the checks: a dark ring on white, with stripes. Another `hue` makes other bytes. */
export function photograph({ width = 900, height = 700, hue = 0 }: Options = {}) {
  const stripes = Array.from({ length: 12 }, (_, n) => `<rect x="${n * 8}%" y="20%" width="3%" height="60%"/>`).join(
    '',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/><g fill="hsl(${hue} 60% 30%)">${stripes}</g>
    <circle cx="50%" cy="50%" r="30%" fill="none" stroke="#222" stroke-width="60"/></svg>`;
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
