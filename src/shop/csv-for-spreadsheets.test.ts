import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvForSpreadsheets, escapeFormula } from './csv-for-spreadsheets.ts';

const formulaStarts = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '−',
  ' =',
  '\u{a0}+',
  '\n-',
  '\u{200b}@',
  '\u{feff}=',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(';', ',', '"', "'", '\r', '\n', ' ', ...formulaStarts, 'a', '1') }),
  fc.tuple(fc.constantFrom(...formulaStarts), fc.string()).map((parts) => parts.join('')),
);

/** Returns whether a spreadsheet takes the cell for a formula: it ignores invisible characters before the first visible one. */
function startsFormula(cell: string): boolean {
  const firstVisible = [...cell].find((character) => !/[\s\p{Cf}\p{Cc}]/u.test(character));
  return /^[\t\r]/.test(cell) || (firstVisible !== undefined && '=+-@＝＋－＠﹦﹢﹣﹫−'.includes(firstVisible));
}

async function write(rows: (string | number)[][]): Promise<string> {
  return Readable.from(rows)
    .pipe(csvForSpreadsheets())
    .reduce((csv: string, chunk: Buffer) => csv + chunk, '');
}

function read(csv: string): string[][] {
  return parse(csv, { delimiter: ';', bom: true, record_delimiter: '\r\n', relax_column_count: true });
}

test('writes no cell that starts a formula; reads each cell back unchanged except for an added apostrophe', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }), async (rows) => {
      const cells = read(await write(rows));
      expect(cells.flat().filter(startsFormula)).toEqual([]);
      expect(cells).toEqual(rows.map((row) => row.map((cell) => (startsFormula(cell) ? `'${cell}` : cell))));
    }),
    { numRuns: 1000 },
  );
});

test.each(formulaStarts)('escapes a text that starts with %j', (start) => {
  expect(escapeFormula(`${start}cmd`)).toBe(`'${start}cmd`);
});

test.each(["O'Neil", 'a=b', '', '205/55 R16', "'=1", 'Õie', '1-2'])('leaves %j unchanged', (cell) => {
  expect(escapeFormula(cell)).toBe(cell);
});

test('quotes only cells with a semicolon, a comma, a tab, a quote, a line end or outer spaces', async () => {
  expect(
    await write([['a;b', 'say "hi"', 'two\r\nlines', 'one\nline', 'a,b', 'a\tb', ' a', 'a ', '', 'plain', -4]]),
  ).toBe('\u{feff}"a;b";"say ""hi""";"two\r\nlines";"one\nline";"a,b";"a\tb";" a";"a ";;plain;-4\r\n');
});
