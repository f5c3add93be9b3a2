import { type DocumentInfo, newDocument, numberPages, type Paper, printable } from '../../pdf/document.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import type { PrintTexts } from './texts.ts';

export type PrintSettings = { texts: PrintTexts; shopConfig: ShopConfig; deskUrl: string; at: Date };

/** Thinner lines vanish on a laser printer. */
const hairline = 0.7;

export type Box = { x: number; y: number; width: number };

export type TextStyle = { size: number; bold?: boolean; align?: 'left' | 'center' | 'right' };
export type LineStyle = TextStyle & { minSize?: number };

type SheetInfo = Pick<DocumentInfo, 'size' | 'layout' | 'title'> & { margin: number; foot?: number };

/** `margin`: all margins in points; `foot`: the lower margin, if it differs. */
export function newSheet(
  { margin, foot = margin, ...info }: SheetInfo,
  { texts, shopConfig, at }: PrintSettings,
): Paper {
  const margins = { top: margin, left: margin, right: margin, bottom: foot };
  const paper = newDocument({
    ...info,
    margins,
    author: shopConfig.legalName,
    language: texts.language,
    createdAt: at,
  });
  return paper.fillColor('black').strokeColor('black').lineWidth(hairline);
}

export function fullWidth(paper: Paper): Box {
  const { width, margins } = paper.page;
  return { x: margins.left, y: paper.y, width: width - margins.left - margins.right };
}

/** Writes one line. Shrinks too wide a text down to `minSize`, then cuts it with an ellipsis. Returns the height. */
export function writeLine(
  paper: Paper,
  text: string,
  { x, y, width }: Box,
  { size, minSize = size, bold = false, align = 'left' }: LineStyle,
): number {
  paper.font(bold ? 'bold' : 'regular').fontSize(size);
  const printed = printable(paper, text.replaceAll('\n', ' '));
  const exactSize = (size * width) / Math.max(1, paper.widthOfString(printed));
  const sizeThatFits = Math.floor(exactSize * 10) / 10;
  paper.fontSize(Math.min(size, Math.max(minSize, sizeThatFits)));
  const visible = cutToWidth(paper, printed, width);
  const freeWidth = width - paper.widthOfString(visible);
  const left = x + freeWidth * { left: 0, center: 0.5, right: 1 }[align];
  paper.text(visible, left, y, { lineBreak: false });
  return paper.currentLineHeight();
}

function cutToWidth(paper: Paper, text: string, width: number): string {
  if (paper.widthOfString(text) <= width) return text;
  const characters = Array.from(text);
  const cut = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`;
  let count = characters.length - 1;
  while (count > 0 && paper.widthOfString(cut(count)) > width) count -= 1;
  return cut(count);
}

type ParagraphStyle = TextStyle & { maxLines: number };

/** Writes a text in at most `maxLines` lines; a longer text ends with an ellipsis. Returns the height of the lines. */
export function writeText(paper: Paper, text: string, { x, y, width }: Box, style: ParagraphStyle): number {
  const height = heightOfText(paper, text, width, style);
  const printed = printable(paper, text);
  // One point more than needed, because rounding could drop the last line.
  paper.text(printed, x, y, { width, align: style.align ?? 'left', height: height + 1, ellipsis: true });
  return height;
}

export function heightOfText(
  paper: Paper,
  text: string,
  width: number,
  { size, bold = false, maxLines }: ParagraphStyle,
): number {
  paper.font(bold ? 'bold' : 'regular').fontSize(size);
  return Math.min(paper.heightOfString(printable(paper, text), { width }), paper.currentLineHeight(true) * maxLines);
}

/** Writes a value below its small label. Returns the height of both. */
export function writeField(paper: Paper, label: string, value: string, box: Box, style: TextStyle): number {
  const labelHeight = writeLine(paper, label, box, { size: labelSize });
  writeLine(paper, value, { ...box, y: box.y + labelHeight }, { ...style, minSize: Math.min(9, style.size) });
  // The height at full size, even when the value was shrunk, so that fields side by side end at the same height.
  return labelHeight + paper.fontSize(style.size).currentLineHeight();
}

export const labelSize = 8;

export function drawRule(paper: Paper, { x, y, width }: Box): void {
  paper
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke();
}

export function drawBox(paper: Paper, { x, y, width }: Box, height = width): void {
  paper.rect(x, y, width, height).stroke();
}

export function drawSignatures(paper: Paper, labels: readonly string[]): void {
  const { x, y, width } = fullWidth(paper);
  const gap = 20;
  const signatureWidth = (width - gap * (labels.length - 1)) / labels.length;
  const lineY = y + signatureSpace;
  for (const [index, label] of labels.entries()) {
    const box = { x: x + index * (signatureWidth + gap), y: lineY, width: signatureWidth };
    drawRule(paper, box);
    writeLine(paper, label, { ...box, y: lineY + 3 }, { size: labelSize });
  }
  paper.y = lineY + signatureFoot;
}

const signatureSpace = 30;
const signatureFoot = 16;
export const signatureHeight = signatureSpace + signatureFoot;

/** Starts a new page unless `height` points are left on this page. Returns whether it started a page. */
export function keepTogether(paper: Paper, height: number): boolean {
  const { page } = paper;
  if (paper.y + height <= page.height - page.margins.bottom) return false;
  paper.addPage();
  paper.strokeColor('black').lineWidth(hairline);
  paper.y = paper.page.margins.top;
  return true;
}

export function writeFooter(paper: Paper, title: string, { texts: { t, time }, at }: PrintSettings): void {
  numberPages(paper, 'black', (page, last) =>
    [title, t('page', { page, last }), t('printed', { at: time(at) })].join(' · '),
  );
}
