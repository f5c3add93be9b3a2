import encodeQr from 'qr';
import type { Paper } from '../../pdf/document.ts';

/** Returns the URL of an order's page at the desk. It contains no secret: the page asks for a sign-in. */
export function orderUrl(deskUrl: string, number: string): string {
  return new URL(`/o/${encodeURIComponent(number)}`, deskUrl).href;
}

/** `size`: in points. Around the code the caller leaves a white margin of four modules. */
export function drawQrCode(paper: Paper, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  // The library draws a border of at least one module.
  const bordered = encodeQr(text, 'raw', { ecc: 'medium', border: 1 });
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const moduleSide = size / modules.length;
  for (const [rowIndex, row] of modules.entries()) {
    // One rectangle for each run of dark modules, so that no gap shows between them.
    for (let start = row.indexOf(true); start >= 0; ) {
      const nextLight = row.indexOf(false, start);
      const end = nextLight < 0 ? row.length : nextLight;
      paper.rect(x + start * moduleSide, y + rowIndex * moduleSide, (end - start) * moduleSide, moduleSide);
      start = row.indexOf(true, end);
    }
  }
  paper.fill('black');
}
