import { type Paper, toBuffer } from '../../pdf/document.ts';
import type { Day } from '../../shop/calendar.ts';
import { lastNameOf, withoutAddresses } from './private-text.ts';
import { drawQrCode, orderUrl } from './qr-code.ts';
import { type LineStyle, newSheet, type PrintSettings, writeLine } from './sheet.ts';

/** Tires of one order that stand together. `name`: the buyer's; only its last word is printed. `day`: of printing. */
export type ShelfLabel = {
  number: string;
  count: number;
  title: string;
  size: string;
  name: string;
  plate: string | null;
  branch: string;
  day: Day;
  fitting: { day: Day; time: string } | null;
};

const mm = 72 / 25.4;

/** Die-cut labels (DK-11209) and 29 mm tape (DK-22210) of Brother. The printer leaves up to 3 mm at the edges white. */
const pageSize: [number, number] = [62 * mm, 29 * mm];
const margin = 3 * mm;
const qrSize = 16.5 * mm;
/** Wider than the quiet zone of the QR code, which is four modules. */
const gap = 2.6 * mm;
const minFontSize = 7;
/** In points, as `minFontSize`: how far the number plate extends to the left and right of the QR code. */
const plateOverhang = 3;
/** In points: the white space at the top of each line of text. */
const textRaise = 3;

/** Labels of 62 × 29 mm, one on each page. They show no e-mail address, phone number or first name. */
export async function shelfLabelsPdf(labels: readonly ShelfLabel[], settings: PrintSettings): Promise<Buffer> {
  const numbers = [...new Set(labels.map(({ number }) => number))].join(', ');
  const title = settings.texts.t('label.title', { numbers });
  const paper = newSheet({ size: pageSize, margin: 0, title }, settings);
  for (const [index, label] of labels.entries()) {
    if (index > 0) paper.addPage();
    writeLabel(paper, label, settings);
  }
  return toBuffer(paper);
}

function writeLabel(paper: Paper, label: ShelfLabel, { texts, deskUrl }: PrintSettings): void {
  const [width] = pageSize;
  const { number, count, title, size, name, plate, branch, day, fitting } = label;
  drawQrCode(paper, orderUrl(deskUrl, number), { x: margin, y: margin, size: qrSize });
  const plateBox = {
    x: margin - plateOverhang,
    y: margin + qrSize + gap - textRaise,
    width: qrSize + 2 * plateOverhang,
  };
  writeLine(paper, plate ?? '', plateBox, { size: 11, minSize: minFontSize, bold: true, align: 'center' });
  const x = margin + qrSize + gap;
  const box = { x, width: width - margin - x };
  // `205/55 R16 91V`: the size is read from afar, the indices of load and speed (91V) from nearby.
  // The title has a line of its own, because some models differ only at its end.
  const [, dimensions = size, indices = ''] = /^(\S+ \S+) (.+)$/.exec(size) ?? [];
  const fittedAt = fitting && `${texts.dayAndMonth(fitting.day)} ${fitting.time}`;
  const lines: [text: string, top: number, style: LineStyle][] = [
    [number, 0, { size: 18, minSize: 12, bold: true }],
    [`${count} × ${dimensions}`, 19.5, { size: 15, minSize: minFontSize, bold: true }],
    [withoutAddresses(title), 37, { size: 8, minSize: minFontSize }],
    [[lastNameOf(name), fittedAt].filter(Boolean).join(' · '), 46.5, { size: 10, minSize: minFontSize, bold: true }],
    [[indices, texts.day(day), branch].filter(Boolean).join(' · '), 58.5, { size: 8, minSize: minFontSize }],
  ];
  for (const [text, top, style] of lines) writeLine(paper, text, { ...box, y: margin - textRaise + top }, style);
}
