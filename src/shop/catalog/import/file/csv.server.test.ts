import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../../test/support/any-text.ts';
import { type CsvDialect, readRecords } from './csv.server.ts';
import { RefusedList } from './refusal.ts';
import type { ListRecord } from './row.ts';

const readText = (text: string, chunkLength = 7) => collect(readRecords(chunksOf(text, chunkLength)));

test('gives each record the number of the line where it begins, also after line breaks in quotes and empty lines', async () => {
  const expected = [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1', '2'] },
    { line: 5, fields: ['x\r\ny', '3'] },
    { line: 7, fields: ['4', '5'] },
  ];
  const text = '\uFEFFa;b\r\n1;2\r\n\r\n\r\n"x\r\ny";3\r\n4;5';
  expect(await readText(text)).toEqual(expected);
  expect(await readText(text, 1)).toEqual(expected);
});

test('the first line decides between comma and semicolon', async () => {
  expect(await readText('a;b,c;d\n1,5;2;3')).toEqual([
    { line: 1, fields: ['a', 'b,c', 'd'] },
    { line: 2, fields: ['1,5', '2', '3'] },
  ]);
  expect((await readText('a,b\n1,"x ""y"""'))[1]).toEqual({ line: 2, fields: ['1', 'x "y"'] });
});

test('reads a quote inside a word as a character', async () => {
  expect((await readText('a;b\n8" rim;2'))[1]?.fields).toEqual(['8" rim', '2']);
});

test('uses the declared separator and quote of a supplier', async () => {
  const read = (text: string, dialect: CsvDialect) => collect(readRecords(chunksOf(text, 3), dialect));
  expect((await read("a|b\n'x|y'|2", { delimiter: '|', quote: "'" }))[1]?.fields).toEqual(['x|y', '2']);
  expect((await read('a\tb;c\n"x\t2', { delimiter: '\t', quote: null }))[1]?.fields).toEqual(['"x', '2']);
});

test('refuses an unclosed quote and a record that is too long, naming the line', async () => {
  await expect(readText('a;b\n1;2\n"x;3\n4;5')).rejects.toMatchObject({
    refusal: { reason: 'quote-not-closed', line: 3 },
  });
  const tooLong = { refusal: { reason: 'record-too-long', line: 2 } };
  await expect(readText(`a;b\n"${'x;y\n'.repeat(20_000)}`, 60_000)).rejects.toMatchObject(tooLong);
  await expect(readText(`a;b\n${'x'.repeat(70_000)}`, 60_000)).rejects.toMatchObject(tooLong);
});

test('refuses a line of separators, naming the line', async () => {
  const tooLong = { refusal: { reason: 'record-too-long', line: 3 } };
  await expect(readText(`a;b\n1;2\n${';'.repeat(300_000)}\n3;4`, 60_000)).rejects.toMatchObject(tooLong);
});

test.each([
  ['too long after some chunks', 'a;b\n"'],
  ['too long in its first chunk', `a;b\n"${'x'.repeat(70_000)}`],
])('stops reading an endless record that is %s, and closes the source', async (_, beginning) => {
  let chunksRead = 0;
  let isClosed = false;
  async function* endless() {
    try {
      yield beginning;
      for (; chunksRead < 1_000; chunksRead++) yield 'x'.repeat(64 * 1024);
    } finally {
      isClosed = true;
    }
  }
  await expect(collect(readRecords(endless()))).rejects.toMatchObject({ message: 'record-too-long' });
  await expect.poll(() => isClosed).toBe(true);
  expect(chunksRead).toBeLessThan(10);
});

test('throws only RefusedList for any text, and gives the same result for any chunks', async () => {
  const piece = fc.constantFrom('a;b', ';', ',', '\n', '\r', '\r\n', '"', '""', '5', 'õ', '😀', '\0', ' ', '\uFEFF');
  const text = fc.oneof(
    fc.array(piece, { maxLength: 25 }).map((parts) => parts.join('')),
    anyText,
  );
  const outcome = async (text: string, chunkLength: number) => {
    try {
      return await readText(text, chunkLength);
    } catch (error) {
      if (error instanceof RefusedList) return error.refusal;
      throw error;
    }
  };
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (text, chunkLength) => {
      expect(await outcome(text, chunkLength)).toEqual(await outcome(text, 1_000));
    }),
    { seed: 7, numRuns: 400 },
  );
});

test('rethrows an error of the source unchanged', async () => {
  async function* broken() {
    yield 'a;b\n1;2\n';
    throw new Error('disk gone');
  }
  await expect(collect(readRecords(broken()))).rejects.toThrow('disk gone');
});

const cell = fc.string({ unit: fc.constantFrom('a', '5', ' ', 'õ', 'Ж', '€', '\t', '.'), maxLength: 6 });
const quoted = (text: string) => `"${text}"`;

test('reads the same with and without quotes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(8),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (rows, lineEnd, firstQuotedRow, chunkLength, hasFinalLineEnd) => {
        const writeRows = (firstQuoted: number) =>
          rows.map((fields, index) => (index < firstQuoted ? fields : fields.map(quoted)).join(';')).join(lineEnd) +
          (hasFinalLineEnd ? lineEnd : '');
        const read = (firstQuoted: number) => readText(`x;y${lineEnd}${writeRows(firstQuoted)}`, chunkLength);
        const expected = [
          { line: 1, fields: ['x', 'y'] },
          ...rows.map((fields, index) => ({ line: index + 2, fields })),
        ];
        expect(await read(rows.length)).toEqual(expected);
        expect(await read(firstQuotedRow)).toEqual(expected);
      },
    ),
  );
});

async function* chunksOf(text: string, chunkLength: number) {
  const characters = [...text];
  for (let start = 0; start < characters.length; start += chunkLength)
    yield characters.slice(start, start + chunkLength).join('');
}

async function collect(records: AsyncIterable<ListRecord>): Promise<ListRecord[]> {
  const collected: ListRecord[] = [];
  for await (const record of records) collected.push(record);
  return collected;
}
