import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRecords } from './csv.server.ts';
import type { ListRecord } from './price-list.ts';

const cell = fc.string({ unit: fc.constantFrom('a', '5', ' ', 'õ', 'Ж', '€', '\t', '.'), maxLength: 6 });
const quoted = (text: string) => `"${text}"`;

test('with and without quotes the same is read, wherever the first quote stands and a chunk ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(8),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (rows, lineEnd, quotedFrom, size, ended) => {
        const written = (from: number) =>
          rows.map((fields, at) => (at < from ? fields : fields.map(quoted)).join(';')).join(lineEnd) +
          (ended ? lineEnd : '');
        // The first line decides on the separator.
        const read = (from: number) => allOf(`x;y${lineEnd}${written(from)}`, size);
        const expected = [{ line: 1, fields: ['x', 'y'] }, ...rows.map((fields, at) => ({ line: at + 2, fields }))];
        expect(await read(rows.length)).toEqual(expected);
        expect(await read(quotedFrom)).toEqual(expected);
      },
    ),
  );
});

async function allOf(text: string, size: number): Promise<ListRecord[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: ListRecord[] = [];
  for await (const record of readRecords(chunks())) found.push(record);
  return found;
}
