import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';

// In development, fontkit is loaded as CommonJS, from which names cannot be imported.
const { openSync } = createRequire(import.meta.url)('fontkit') as typeof import('fontkit');

export type Paper = PDFKit.PDFDocument;

type Margins = { top: number; left: number; right: number; bottom: number };

/** `size`: the page size in points, or its name. `language`: the BCP 47 tag of the text. */
export type DocumentInfo = {
  size: 'A4' | 'A5' | [width: number, height: number];
  layout?: 'portrait' | 'landscape';
  margins: Margins;
  title: string;
  author: string;
  language: string;
  createdAt: Date;
};

/** Returns an empty document with the date `createdAt`, not now, so that the same content gives the same file. */
export function newDocument({
  size,
  layout = 'portrait',
  margins,
  title,
  author,
  language,
  createdAt,
}: DocumentInfo): Paper {
  const paper = new PDFDocument({
    size,
    layout,
    margins,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    // No built-in font; the faces below are registered instead.
    font: '',
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  });
  for (const name of faceNames) {
    const { font, words } = openFace(name);
    // pdfkit also takes an open font, though it is typed as bytes. The private `layoutCache` becomes the shared one.
    paper.registerFont(name, font as unknown as Buffer);
    paper.font(name);
    currentFont(paper).layoutCache = words;
  }
  return paper.font('regular').fontSize(10);
}

const footerFromBottom = 40;

export function numberPages(paper: Paper, colour: string, footer: (page: number, pages: number) => string): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page);
    const { margins, height, width } = paper.page;
    const { left, right, bottom } = margins;
    // Text below the margin would otherwise start a new page.
    margins.bottom = 0;
    paper.font('regular').fontSize(8).fillColor(colour);
    const text = printable(paper, footer(page + 1, count));
    paper.text(text, left, height - footerFromBottom, { width: width - left - right, lineBreak: false });
    margins.bottom = bottom;
  }
}

type CurrentFont = { font: { hasGlyphForCodePoint(codePoint: number): boolean }; layoutCache: Record<string, unknown> };

function currentFont(paper: Paper): CurrentFont {
  return (paper as unknown as { _font: CurrentFont })._font;
}

/** Replaces `″` by `"`, and characters that the current font lacks, such as an emoji in a name, by `?`. */
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

/** The terms of sale in all languages have about two thousand different words. A cached word takes some kB. */
const maxCachedWords = 3_000;

/** Returns a font with its cache of laid-out words, shared because opening a font is slower than writing a document. */
export function openFace(name: FaceName): Face {
  const cached = faceCache.get(name);
  const font = cached?.font ?? openFile(files[name]);
  const mustClear = !cached || Object.keys(cached.words).length > maxCachedWords;
  const face = { font, words: mustClear ? Object.create(null) : cached.words };
  faceCache.set(name, face);
  return face;
}

function openFile(file: string): Font {
  const font = openSync(file) as Font;
  // If fontkit first loads a glyph as a part of another, it stores no character for it, and PDF search misses it.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}
