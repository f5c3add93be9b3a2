import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF by pdfkit, as a PDF reader copies it. `□` stands for a missing glyph. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf.toString('latin1'));
  return pagesOf(objects).map(({ head, content }) => {
    const resources = objects.get(/\/Resources (\d+)/.exec(head)?.[1] ?? '')?.head ?? '';
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const unicode = /\/ToUnicode (\d+)/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
        return [name, lettersOf(objects.get(unicode)?.stream ?? '')];
      }),
    );
    return textOf(content, fonts);
  });
}

/** Returns for each page its width and height in points, the operators that draw it, and the sizes of its texts in points. */
export function pdfDrawings(pdf: Buffer): { size: number[]; content: string; textSizes: number[] }[] {
  return pagesOf(objectsOf(pdf.toString('latin1'))).map(({ head, content }) => ({
    size: (/\/MediaBox \[0 0 ([\d. ]+)\]/.exec(head)?.[1] ?? '').split(' ').map(Number),
    content,
    textSizes: [...content.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)),
  }));
}

function pagesOf(objects: Map<string, PdfObject>): { head: string; content: string }[] {
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => ({ head, content: objects.get(/\/Contents (\d+)/.exec(head)?.[1] ?? '')?.stream ?? '' }));
}

type PdfObject = { head: string; stream: string };

function objectsOf(pdf: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of pdf.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', data] = body.split('\nstream\n', 2);
    const bytes = Buffer.from(data?.replace(/\nendstream\s*$/, '') ?? '', 'latin1');
    const isCompressed = head.includes('/FlateDecode');
    objects.set(id, { head, stream: (isCompressed ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

/** The letters of each glyph by its id, from the ToUnicode map of a font: `<0000> <0030> [<0000> <041F> …]`. */
function lettersOf(map: string): string[] {
  const letters: string[] = [];
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(first, 16);
    for (const [, hex = ''] of list.matchAll(/<([^>]*)>/g)) {
      letters[glyph++] = Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
    }
  }
  return letters;
}

/** The text that a page draws: `/F1 12 Tf` selects a font, `[<0001> 20 <0002>] TJ` draws glyphs of it. */
function textOf(stream: string, fonts: Map<string, string[]>): string {
  let font: string[] = [];
  let text = '';
  for (const [, name, glyphs] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? [];
    for (const [, run = ''] of (glyphs ?? '').matchAll(/<(\w+)>/g)) {
      for (const [glyph] of run.matchAll(/\w{4}/g)) text += glyph === '0000' ? '□' : font[Number.parseInt(glyph, 16)];
    }
    if (glyphs) text += '\n';
  }
  return text;
}
