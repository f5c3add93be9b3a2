import decodeQr from 'qr/decode.js';

/** Reads a QR code from the filled rectangles of a page, as a scanner would. */
export function qrTextOf(content: string): string {
  const filled =
    /(?:[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ re\n)+(?=(?:\/\w+ \w+\n[\d. ]+scn?\n)?f\n)/.exec(content)?.[0] ?? '';
  const rectangles = [...filled.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)].map(
    ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
  );
  const side = Math.min(...rectangles.map(([, , , height]) => height));
  const left = Math.min(...rectangles.map(([x]) => x));
  const top = Math.min(...rectangles.map(([, y]) => y));
  const scale = 4;
  const quiet = 4;
  const modules = Math.round((Math.max(...rectangles.map(([x, , width]) => x + width)) - left) / side) + 2 * quiet;
  const width = modules * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [x, y, runWidth] of rectangles) {
    const column = (Math.round((x - left) / side) + quiet) * scale;
    const row = (Math.round((y - top) / side) + quiet) * scale;
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < Math.round(runWidth / side) * scale; dx += 1) {
        data.fill(0, ((row + dy) * width + column + dx) * 4, ((row + dy) * width + column + dx) * 4 + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}
