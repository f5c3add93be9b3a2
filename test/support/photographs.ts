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
