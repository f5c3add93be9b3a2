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
const bottomMargin = 64;
export const termWidth = 150;
export const smallSize = 9;

export type Paper = PDFKit.PDFDocument;

export type DocumentInfo = { title: string; author: string; language: string; at: Date };

/** Returns a document of empty A4 pages. Its date is `at`, not the present, so that the same content gives the same file. */
export function newPaper({ title, author, language, at }: DocumentInfo): Paper {
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: 56, left, right: left, bottom: bottomMargin },
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
    currentFont(paper).layoutCache = words;
  }
  return paper.font('regular').fontSize(10).fillColor(ink);
}

export function numberPages(paper: Paper, footer: (page: number, pages: number) => string): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page);
    // Text below the margin would otherwise start a new page.
    paper.page.margins.bottom = 0;
    paper.font('regular').fontSize(8).fillColor(quiet);
    paper.text(printable(paper, footer(page + 1, count)), left, paper.page.height - 40, { width, lineBreak: false });
    paper.page.margins.bottom = bottomMargin;
  }
}

type CurrentFont = { font: { hasGlyphForCodePoint(codePoint: number): boolean }; layoutCache: Record<string, unknown> };

/** The current font, a private field of pdfkit. */
function currentFont(paper: Paper): CurrentFont {
  return (paper as unknown as { _font: CurrentFont })._font;
}

/** Replaces characters that the current font lacks, such as an emoji in a name, by a question mark. */
export function printable(paper: Paper, text: string): string {
  const { font } = currentFont(paper);
  return Array.from(text.normalize('NFC').replaceAll('″', '"'), (character) =>
    character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : '?',
  ).join('');
}

export async function toBuffer(paper: Paper): Promise<Buffer> {
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

type WordCache = Record<string, unknown>;

type Face = { font: Font; words: WordCache };

const faceCache = new Map<FaceName, Face>();

/** The terms in all languages have two thousand words. A cached word takes some kB. */
const maxCachedWords = 3_000;

/** Returns a font with its cache of laid-out words, both shared by all documents: to open one takes longer than a document. */
export function face(name: FaceName): Face {
  const cached = faceCache.get(name);
  const font = cached?.font ?? openFile(files[name]);
  const mustClear = !cached || Object.keys(cached.words).length > maxCachedWords;
  const face = { font, words: mustClear ? Object.create(null) : cached.words };
  faceCache.set(name, face);
  return face;
}

function openFile(file: string): Font {
  const font = openSync(file) as Font;
  // Otherwise fontkit gives no character to a glyph that is first used as a part of another, and PDF search misses it.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}
