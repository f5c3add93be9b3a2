import { type DocumentInfo, newDocument, numberPages, type Paper, printable, toBuffer } from '../../pdf/document.ts';
import type { Messages } from '../messages.ts';

const inkColor = '#1a1c1e';
const quietColor = '#585b60';
const lineColor = '#d5d1c8';

/** Lengths in points. */
const sideMargin = 56;
const a4Width = 595.28;
export const textWidth = a4Width - 2 * sideMargin;
const bottomMargin = 64;
const termWidth = 150;
const columnGap = 16;
export const amountWidth = 90;
export const smallSize = 9;

type PaperInfo = Omit<DocumentInfo, 'size' | 'margins'>;

export function newPaper(info: PaperInfo): Paper {
  const margins = { top: 56, left: sideMargin, right: sideMargin, bottom: bottomMargin };
  return newDocument({ ...info, size: 'A4', margins }).fillColor(inkColor);
}

/** Writes author, title and page number at the foot of each page. Returns the PDF. */
export function finishPaper(paper: Paper, { author, title }: PaperInfo, { list }: Messages): Promise<Buffer> {
  numberPages(paper, quietColor, (page, last) => `${author} · ${title} · ${list('page', { page, last })}`);
  return toBuffer(paper);
}

function startPageUnlessFits(paper: Paper, height: number): void {
  if (paper.y + height > paper.page.height - paper.page.margins.bottom) paper.addPage();
}

export function writeHeading(paper: Paper, text: string, size = 12): void {
  const heightWithNextLines = 5 * size;
  startPageUnlessFits(paper, heightWithNextLines);
  paper.font('bold').fontSize(size).fillColor(inkColor);
  paper.text(printable(paper, text), sideMargin, paper.y, { width: textWidth });
  paper.moveDown(0.35).font('regular').fontSize(10);
}

export function writeParagraph(paper: Paper, text: string, indent = 0): void {
  paper.font('regular').fontSize(10).fillColor(inkColor);
  paper.text(printable(paper, text), sideMargin + indent, paper.y, { width: textWidth - indent, lineGap: 2 });
  paper.moveDown(0.35);
}

export function drawRule(paper: Paper): void {
  paper.strokeColor(lineColor).lineWidth(0.7);
  paper
    .moveTo(sideMargin, paper.y)
    .lineTo(sideMargin + textWidth, paper.y)
    .stroke();
  paper.y += 6;
}

type Cell = { text: string; width: number; align?: 'left' | 'right'; bold?: boolean; quiet?: boolean };

export function writeRow(paper: Paper, cells: readonly Cell[], size = 10): void {
  paper.fontSize(size);
  const texts = cells.map((cell) => {
    paper.font(cell.bold ? 'bold' : 'regular');
    const text = printable(paper, cell.text);
    return { text, height: paper.heightOfString(text, { width: cell.width, lineGap: 2 }) };
  });
  const height = Math.max(...texts.map((text) => text.height));
  startPageUnlessFits(paper, height);
  const top = paper.y;
  let x = sideMargin;
  for (const [index, { width, align = 'left', bold, quiet }] of cells.entries()) {
    paper.font(bold ? 'bold' : 'regular').fillColor(quiet ? quietColor : inkColor);
    paper.text(texts[index]?.text ?? '', x, top, { width, align, lineGap: 2 });
    x += width;
  }
  paper.x = sideMargin;
  paper.y = top + height + 4;
}

export function writeFacts(paper: Paper, rows: readonly (readonly [term: string, text: string | null])[]): void {
  for (const [term, text] of rows) {
    if (text)
      writeRow(paper, [
        { text: term, width: termWidth, quiet: true },
        { text, width: textWidth - termWidth },
      ]);
  }
}

export function writeParties(paper: Paper, seller: string[], buyer: string[], { mail: t }: Messages): void {
  const half = textWidth / 2;
  writeRow(paper, [
    { text: t('pdf.seller'), width: half, quiet: true },
    { text: t('pdf.buyer'), width: half, quiet: true },
  ]);
  writeRow(paper, [
    { text: seller.join('\n'), width: half - columnGap },
    { text: '', width: columnGap },
    { text: buyer.join('\n'), width: half },
  ]);
}

/** Writes a sum in the last column of a table. `width`: of that column. */
export function writeSum(
  paper: Paper,
  label: string,
  sum: string,
  { bold = false, width = amountWidth }: { bold?: boolean; width?: number } = {},
): void {
  writeRow(paper, [
    { text: label, width: textWidth - width, align: 'right', bold, quiet: !bold },
    { text: sum, width, align: 'right', bold },
  ]);
}
