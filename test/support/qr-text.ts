import decodeQr from 'qr/decode.js';

/** Reads a QR code from the filled rectangles of a page, as a scanner would. */
export function qrTextOf(content: string): string {
  // `72 90 4.5 1.5 re` for each rectangle, an optional colour, and `f`, which fills the rectangles.
  const filled =
    /(?:[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+ re\n)+(?=(?:\/\w+ \w+\n[\d. ]+scn?\n)?f\n)/.exec(content)?.[0] ?? '';
  const rectangles = [...filled.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)].map(
    ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
  );
  const moduleSide = Math.min(...rectangles.map(([, , , height]) => height));
  const left = Math.min(...rectangles.map(([x]) => x));
  const top = Math.min(...rectangles.map(([, y]) => y));
  const pixelsPerModule = 4;
  const quietZone = 4;
  const modules =
    Math.round((Math.max(...rectangles.map(([x, , width]) => x + width)) - left) / moduleSide) + 2 * quietZone;
  const width = modules * pixelsPerModule;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [x, y, runWidth] of rectangles) {
    const column = (Math.round((x - left) / moduleSide) + quietZone) * pixelsPerModule;
    const row = (Math.round((y - top) / moduleSide) + quietZone) * pixelsPerModule;
    for (let dy = 0; dy < pixelsPerModule; dy += 1) {
      for (let dx = 0; dx < Math.round(runWidth / moduleSide) * pixelsPerModule; dx += 1) {
        data.fill(0, ((row + dy) * width + column + dx) * 4, ((row + dy) * width + column + dx) * 4 + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}
