import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RefusedList } from '../import/file/refusal.ts';
import { csvRows } from './rows/csv-rows.server.ts';
import { jsonRows } from './rows/json-rows.server.ts';
import type { SupplierRow } from './rows/supplier-rows.ts';
import { xmlRows } from './rows/xml-rows.server.ts';

const fieldNames = new Set(['id', 'price']);

const readers = {
  csv: (bytes: AsyncIterable<string>) => csvRows(bytes, { kind: 'csv', delimiter: ';' }, fieldNames),
  json: (bytes: AsyncIterable<string>) => jsonRows(bytes, { kind: 'json', rows: 'items' }, fieldNames),
  xml: (bytes: AsyncIterable<string>) => xmlRows(bytes, { kind: 'xml', rows: 'list/item' }, fieldNames),
};
type Format = keyof typeof readers;

/** Fragments of each format. Random sequences of them are often almost valid files. */
const fragments: Record<Format, string[]> = {
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

/** Cuts a text into chunks of `chunkLength` characters, never within a character. */
async function* chunksOf(text: string, chunkLength: number) {
  const characters = [...text];
  for (let start = 0; start < characters.length; start += chunkLength)
    yield characters.slice(start, start + chunkLength).join('');
}

/** Returns the rows of a file, or the reason of its refusal. Any other error is thrown. */
async function readOrRefuse(format: Format, text: string, chunkLength: number): Promise<SupplierRow[] | string> {
  const rows: SupplierRow[] = [];
  try {
    for await (const row of readers[format](chunksOf(text, chunkLength))) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof RefusedList) return error.refusal.reason;
    throw error;
  }
}

const formats = Object.keys(readers) as Format[];

test.each(formats)(
  '%s: reads any text or throws RefusedList, whatever its chunks; all fields together have at most twice its length',
  async (format) => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom(...fragments[format]), { maxLength: 30 }).map((parts) => parts.join('')),
      fc
        .array(fc.constantFrom(...fragments[format]), { maxLength: 12 })
        .map((parts) => fragments[format][0] + parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (text, chunkLength) => {
        const outcome = await readOrRefuse(format, text, text.length + 1);
        expect(await readOrRefuse(format, text, chunkLength)).toEqual(outcome);
        if (typeof outcome === 'string') return;
        const content = outcome.flatMap(({ fields }) => [...fields.values()]).join('');
        expect(content.length).toBeLessThanOrEqual(2 * text.length);
        for (const { fields } of outcome) for (const name of fields.keys()) expect(fieldNames).toContain(name);
      }),
      { seed: 7, numRuns: 400 },
    );
  },
);

const writers: Record<Format, (rows: [id: string, price: string][]) => string> = {
  csv: (rows) =>
    ['id;price', ...rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')), ''].join(
      '\n',
    ),
  json: (rows) => JSON.stringify({ items: rows.map(([id, price]) => ({ id, price })) }),
  // The empty attribute `id` must not hide the element `id`.
  xml: (rows) =>
    `<list>${rows.map(([id, price]) => `<item id=""><id>${escapeXml(id)}</id><price>${escapeXml(price)}</price></item>`).join('')}</list>`,
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

test.each(formats)('%s: reads back the rows of any list that was written in this format', async (format) => {
  // Only characters that XML allows, between letters, because readers trim cells.
  const cell = fc
    .string({
      unit: fc.constantFrom('a', '5', '"', "'", ';', ',', '<', '>', '&', '\\', '{', 'õ', '😀', ']', ' '),
      minLength: 1,
    })
    .map((text) => `x${text}x`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      async (rows, chunkLength) => {
        const outcome = await readOrRefuse(format, writers[format](rows), chunkLength);
        expect(
          typeof outcome === 'string' ? outcome : outcome.map(({ fields }) => [fields.get('id'), fields.get('price')]),
        ).toEqual(rows);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});
