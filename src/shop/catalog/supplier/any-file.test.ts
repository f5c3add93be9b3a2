import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RefusedList } from '../import/file/refusal.ts';
import { csvRows } from './csv-rows.server.ts';
import { jsonRows } from './json-rows.server.ts';
import type { SupplierRow } from './supplier-rows.ts';
import { xmlRows } from './xml-rows.server.ts';

const wanted = new Set(['id', 'price']);

const readers = {
  csv: (bytes: AsyncIterable<string>) => csvRows(bytes, { kind: 'csv', delimiter: ';' }, wanted),
  json: (bytes: AsyncIterable<string>) => jsonRows(bytes, { kind: 'json', rows: 'items' }, wanted),
  xml: (bytes: AsyncIterable<string>) => xmlRows(bytes, { kind: 'xml', rows: 'list/item' }, wanted),
};
type Format = keyof typeof readers;

/** Pieces of which a file of each format is made, so that nearly good ones come about too. */
const pieces: Record<Format, string[]> = {
  csv: ['id;price\n', 'id', ';', '\n', '\r\n', '"', '""', '5', 'õ', '😀', '\0', ' ', 'price', '\uFEFF'],
  json: [
    '{"items":[',
    '{"id":"1"}',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u00',
    '"id"',
    '"__proto__"',
    '1',
    '1e',
    'null',
    '\n',
    '😀',
  ],
  xml: [
    '<list>',
    '</list>',
    '<item>',
    '</item>',
    '<id>',
    '</id>',
    '<',
    '>',
    '&amp;',
    '&',
    '&#0;',
    '&#x1F697;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    'id="',
    '"',
    'õ',
    '\n',
    '😀',
  ],
};

/** Whole characters at a time, as they come out of their encoding. */
async function* chunksOf(text: string, size: number) {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

/** The rows of a file, or why it is refused. Any other error is thrown. */
async function outcomeOf(format: Format, text: string, size: number): Promise<SupplierRow[] | string> {
  const rows: SupplierRow[] = [];
  try {
    for await (const row of readers[format](chunksOf(text, size))) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof RefusedList) return error.refusal.reason;
    throw error;
  }
}

const formats = Object.keys(readers) as Format[];

test.each(formats)(
  '%s: any text is read or refused, the same wherever it is cut, and rows hold no more than it',
  async (format) => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom(...pieces[format]), { maxLength: 30 }).map((parts) => parts.join('')),
      fc
        .array(fc.constantFrom(...pieces[format]), { maxLength: 12 })
        .map((parts) => pieces[format][0] + parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        const whole = await outcomeOf(format, text, text.length + 1);
        expect(await outcomeOf(format, text, size)).toEqual(whole);
        if (typeof whole === 'string') return;
        const held = whole.flatMap(({ fields }) => [...fields.values()]).join('');
        expect(held.length).toBeLessThanOrEqual(2 * text.length);
        for (const { fields } of whole) for (const name of fields.keys()) expect(wanted).toContain(name);
      }),
      { seed: 7, numRuns: 400 },
    );
  },
);

/** As each format writes two fields. */
const written: Record<Format, (rows: [id: string, price: string][]) => string> = {
  csv: (rows) =>
    ['id;price', ...rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')), ''].join(
      '\n',
    ),
  json: (rows) => JSON.stringify({ items: rows.map(([id, price]) => ({ id, price })) }),
  xml: (rows) =>
    `<list>${rows.map(([id, price]) => `<item id=""><id>${escaped(id)}</id><price>${escaped(price)}</price></item>`).join('')}</list>`,
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

test.each(formats)('%s: reads back any written list', async (format) => {
  // Beyond what XML may hold and what readers trim.
  const cell = fc
    .string({
      unit: fc.constantFrom('a', '5', '"', "'", ';', ',', '<', '>', '&', '\\', '{', 'õ', '😀', ']'),
      minLength: 1,
    })
    .map((text) => `x${text}x`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      async (rows, size) => {
        const found = await outcomeOf(format, written[format](rows), size);
        expect(
          typeof found === 'string' ? found : found.map(({ fields }) => [fields.get('id'), fields.get('price')]),
        ).toEqual(rows);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});
