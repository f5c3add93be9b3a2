import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import PDFDocument from 'pdfkit';

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
    // No built-in font; the faces below are registered instead.
    font: '',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  for (const name of faceNames) {
    const { font, words } = face(name);
    paper.registerFont(name, font as unknown as Buffer).font(name);
    openFont(paper).layoutCache = words;
  }
  return paper.font('regular').fontSize(10).fillColor(ink);
}

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

/** The current font, a private field of pdfkit. */
function openFont(paper: Paper): OpenFont {
  return (paper as unknown as { _font: OpenFont })._font;
}

/** Replaces characters that the face lacks (an emoji in a name) by a question mark. */
export function printable(paper: Paper, text: string): string {
  const { font } = openFont(paper);
  return Array.from(text.normalize('NFC').replaceAll('″', '"'), (letter) =>
    letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
  ).join('');
}

export async function fileOf(paper: Paper): Promise<Buffer> {
  paper.end();
  const chunks: Buffer[] = [];
  for await (const chunk of paper) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function keepTogether(paper: Paper, height: number): void {
  if (paper.y + height > paper.page.height - paper.page.margins.bottom) paper.addPage();
}

export function heading(paper: Paper, text: string, size = 12): void {
  keepTogether(paper, size * 5);
  paper.font('bold').fontSize(size).fillColor(ink);
  paper.text(printable(paper, text), left, paper.y, { width });
  paper.moveDown(0.35).font('regular').fontSize(10);
}

export function paragraph(paper: Paper, text: string, indent = 0): void {
  paper.font('regular').fontSize(10).fillColor(ink);
  paper.text(printable(paper, text), left + indent, paper.y, { width: width - indent, lineGap: 2 });
  paper.moveDown(0.35);
}

export function rule(paper: Paper): void {
  paper.strokeColor(line).lineWidth(0.7);
  paper
    .moveTo(left, paper.y)
    .lineTo(left + width, paper.y)
    .stroke();
  paper.y += 6;
}

type Cell = { text: string; width: number; align?: 'left' | 'right'; bold?: boolean; quiet?: boolean };

export function row(paper: Paper, cells: readonly Cell[], size = 10): void {
  paper.fontSize(size);
  const texts = cells.map((cell) => {
    paper.font(cell.bold ? 'bold' : 'regular');
    const text = printable(paper, cell.text);
    return { text, height: paper.heightOfString(text, { width: cell.width, lineGap: 2 }) };
  });
  const height = Math.max(...texts.map((text) => text.height));
  keepTogether(paper, height);
  const top = paper.y;
  let x = left;
  for (const [index, { width, align = 'left', bold, quiet: pale }] of cells.entries()) {
    paper.font(bold ? 'bold' : 'regular').fillColor(pale ? quiet : ink);
    paper.text(texts[index]?.text ?? '', x, top, { width, align, lineGap: 2 });
    x += width;
  }
  paper.x = left;
  paper.y = top + height + 4;
}

const require = createRequire(import.meta.url);

/** Resolved by package name, because the built server is in another folder. */
const files = {
  regular: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
};

type FaceName = keyof typeof files;

const faceNames: readonly FaceName[] = ['regular', 'bold'];

type SetWords = Record<string, unknown>;

type Face = { font: Font; words: SetWords };

const opened = new Map<FaceName, Face>();

/** Limit of cached words; the terms in all languages have two thousand. A word takes some kB. */
const maxCachedWords = 3_000;

/** Returns a face with its word cache, shared by all documents: opening it costs more than writing a document. */
export function face(name: FaceName): Face {
  const known = opened.get(name);
  const font = known?.font ?? open(files[name]);
  const full = !known || Object.keys(known.words).length > maxCachedWords;
  const face = { font, words: full ? Object.create(null) : known.words };
  opened.set(name, face);
  return face;
}

function open(file: string): Font {
  const font = openSync(file) as Font;
  // fontkit maps a glyph to the first letter it is requested for. A glyph first used as part of another has no letter,
  // and text search in the PDF does not find it.
  for (const letter of font.characterSet) font.glyphForCodePoint(letter);
  return font;
}
