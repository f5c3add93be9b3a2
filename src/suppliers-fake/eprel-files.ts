import { crc32, deflateSync } from 'node:zlib';
import { escapeXml } from './ediwheel.ts';

export function fakeSvg({ id, lines }: { id: number; lines: readonly string[] }): string {
  const texts = lines.map((line, index) => `<text x="20" y="${150 + index * 40}">${escapeXml(line)}</text>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 440" width="300" height="440"><style>text { font: 20px sans-serif }</style>
<rect width="300" height="440" fill="#fff" stroke="#039" stroke-width="6"/><rect x="20" y="20" width="260" height="60" fill="#039"/>
<text x="30" y="60" fill="#fff">FAKE EPREL ${id}</text>${texts}</svg>`;
}

/** A white picture of 300 × 440 pixels with a blue band; another `shade` of the band (0 to 255) makes another file. */
export function fakePng(shade: number): Buffer {
  const [width, height] = [300, 440];
  const filterType = 0;
  const rows = Array.from({ length: height }, (_, y) => {
    const pixel = y < 80 ? [0, 51, shade] : [255, 255, 255];
    return [filterType, ...Array.from({ length: width }, () => pixel).flat()];
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const [bitDepth, colourTypeRgb] = [8, 2];
  head.set([bitDepth, colourTypeRgb, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function fakePdf(line: string): string {
  const text = `BT /F1 18 Tf 40 780 Td (${line.replace(/[^ -~]|[()\\]/g, '?')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(pdf.length);
    pdf += `${index + 1} 0 obj${object}endobj\n`;
  }
  const size = objects.length + 1;
  const tableRows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${tableRows.join('')}`;
  return `${pdf}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
