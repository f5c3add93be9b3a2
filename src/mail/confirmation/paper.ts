import PDFDocument from 'pdfkit';
import { face, faceNames } from './faces.ts';

export const ink = '#1a1c1e';
export const quiet = '#585b60';
export const line = '#d5d1c8';

/** A4 in points. */
export const left = 56;
export const right = 595.28 - left;
export const width = right - left;
const foot = 64;

export type Paper = PDFKit.PDFDocument;

export type About = { title: string; author: string; language: string; at: Date };

/** Empty A4 pages. `at` instead of the present, so that the same document is the same file. */
export function newPaper({ title, author, language, at }: About): Paper {
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: 56, left, right: left, bottom: foot },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    // None of its own: the faces below are all that is written in.
    font: '',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  for (const name of faceNames) {
    const { font, words } = face(name);
    // pdfkit takes a font that is open; its types do not know that yet.
    paper.registerFont(name, font as unknown as Buffer).font(name);
    openFont(paper).layoutCache = words;
  }
  return paper.font('regular').fontSize(10).fillColor(ink);
}

/** Writes the same line at the foot of every page: `footer(2, 5)` for the second of five. */
export function numberPages(paper: Paper, footer: (page: number, pages: number) => string): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page);
    // Below the margin, where a text would otherwise start a new page.
    paper.page.margins.bottom = 0;
    paper.font('regular').fontSize(8).fillColor(quiet);
    paper.text(printable(paper, footer(page + 1, count)), left, paper.page.height - 40, { width, lineBreak: false });
    paper.page.margins.bottom = foot;
  }
}

type OpenFont = { font: { hasGlyphForCodePoint(codePoint: number): boolean }; layoutCache: Record<string, unknown> };

/** The face that is written in now, as pdfkit holds it. */
function openFont(paper: Paper): OpenFont {
  return (paper as unknown as { _font: OpenFont })._font;
}

/** A text in letters that the face has; others (an emoji in a name) become a question mark instead of an empty box. */
export function printable(paper: Paper, text: string): string {
  const { font } = openFont(paper);
  return Array.from(text.normalize('NFC').replaceAll('″', '"'), (letter) =>
    letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
  ).join('');
}

/** The finished file. */
export async function fileOf(paper: Paper): Promise<Buffer> {
  paper.end();
  const chunks: Buffer[] = [];
  for await (const chunk of paper) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
