import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import { expectEarlyRefusal } from './endless.ts';
import { summaryOf, supplier, supplierCsv, supplierShop, type Tire, tire, tires } from './supplier-shop.ts';

const shop = supplierShop();
const validList = supplierCsv(tires());
const header = supplierCsv([]);
const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

type InvalidFile = [
  name: string,
  content: string | Uint8Array,
  refusal: object,
  declared?: Partial<SupplierDeclaration>,
];

const files: InvalidFile[] = [
  ['an empty file', '', { reason: 'no-header' }],
  ['only a header', header, { reason: 'no-good-row' }],
  ['a list cut short inside a row', validList.slice(0, -30), { reason: 'cut-short', format: 'CSV' }],
  ['a list cut short inside a quote', `${header}"T1;Nokian`, { reason: 'quote-not-closed', line: 2 }],
  ['a gzip cut short', gzipSync(validList).subarray(0, 100), { reason: 'cut-short', format: 'gzip' }],
  [
    'an invalid gzip',
    Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip at all')]),
    { reason: 'malformed', format: 'gzip' },
  ],
  [
    'undeclared windows-1257',
    bytes(validList.replace('Nokian', 'Nõkian'), 'latin1'),
    { reason: 'not-utf8', line: 2, byte: 0xf5 },
  ],
  [
    'UTF-8 declared as windows-1257',
    validList.replaceAll('Hakkapeliitta', 'Hakkapeliõtta'),
    { reason: 'other-encoding', declared: 'windows-1257', found: 'utf-8' },
    { encoding: 'windows-1257' },
  ],
  [
    'a byte unknown to windows-1257',
    Buffer.concat([bytes(header, 'latin1'), Buffer.from([0x54, 0xa5, 0x0a])]),
    { reason: 'not-in-encoding', encoding: 'windows-1257', line: 2, offset: header.length + 1, byte: 0xa5 },
    { encoding: 'windows-1257' },
  ],
  [
    'UTF-16 without a byte order mark',
    bytes(validList, 'utf16le'),
    { reason: 'other-encoding', declared: 'utf-8', found: 'utf-16le' },
  ],
  [
    'UTF-16 with a byte order mark declared as UTF-8',
    bytes(`\uFEFF${validList}`, 'utf16le'),
    { reason: 'other-encoding', declared: 'utf-8' },
    { encoding: 'utf-8' },
  ],
  [
    'UTF-16 cut inside a character',
    bytes(`\uFEFF${validList}`, 'utf16le').subarray(0, -1),
    { reason: 'not-in-encoding', encoding: 'utf-16le', line: 4 },
  ],
  [
    'a lone surrogate in UTF-16',
    bytes(`\uFEFF${validList.replace('Hakka', '\ud800kka')}`, 'utf16le'),
    { reason: 'not-in-encoding', encoding: 'utf-16le', line: 2 },
  ],
  ['line ends of CR only', validList.replaceAll('\n', '\r'), { reason: 'carriage-returns' }],
  ['one endless line', header.replace('\n', ';') + 'x'.repeat(70_000), { reason: 'record-too-long' }],
  [
    'the column mudel twice and the column laos missing',
    validList.replace('tootja', 'mudel').replace('suurus', 'tootja').replace('laos', 'suurus'),
    { reason: 'missing-columns', columns: ['laos'] },
  ],
  [
    'a repeated required field',
    validList.replace(/^kood/, 'kood;kood'),
    { reason: 'repeated-columns', columns: ['kood'] },
  ],
  ['a login page', `<!DOCTYPE html>\n<html><body>Logi sisse</body></html>`, { reason: 'html-page' }],
  [
    'two columns swapped',
    supplierCsv(tires()).replace('tootja;mudel;suurus', 'suurus;mudel;tootja'),
    { reason: 'no-good-row' },
  ],
  [
    'another delimiter than declared',
    supplierCsv(tires(), ','),
    { reason: 'missing-columns' },
    { format: { kind: 'csv', delimiter: ';' } },
  ],
];

test.each(files)('%s is refused, and the catalogue is unchanged', async (_, content, refusal, declared = {}) => {
  await shop.importList(validList);
  const before = await shop.rows();
  expect(summaryOf(await shop.importList(content, supplier(declared)))).toMatchObject(refusal);
  expect(await shop.rows()).toEqual(before);
});

const rows: [name: string, invalidValue: Tire, error: string, declared?: Partial<SupplierDeclaration>][] = [
  ['a price with a point between thousands', { hind: '1.200,00' }, 'price: not a price', { decimal: ',' }],
  [
    'a price with three decimals',
    { hind: '1,200' },
    'price: ambiguous: three decimals or a thousands separator',
    { decimal: ',' },
  ],
  [
    'a price with another decimal sign than declared',
    { hind: '79,90' },
    'price: not a price with a decimal point',
    { decimal: '.' },
  ],
  ['a price of 0', { hind: '0' }, 'price: less than 0.01'],
  ['a negative price', { hind: '-79.90' }, 'price: not a price'],
  ['a price with an exponent', { hind: '1.2E3' }, 'price: not a price'],
  ['a price over the maximum', { hind: '999999' }, 'price: more than 10000'],
  ['negative stock', { laos: '-4' }, 'stock_supplier: not a whole number'],
  ['a stock of 1,000,000,000', { laos: '1000000000' }, 'stock_supplier: more than 100000'],
  ['stock in undeclared words', { laos: 'palju' }, 'stock_supplier: not a whole number'],
  ['a hyperlink as manufacturer', { tootja: '"=HYPERLINK(""http://x"")"' }, 'manufacturer: begins like a formula'],
  ['a command as model', { mudel: "+cmd|' /C calc'!A0" }, 'model: begins like a formula'],
  ['@SUM as model', { mudel: '@SUM(A1)' }, 'model: begins like a formula'],
  ['a minus as manufacturer', { tootja: '-1+1' }, 'manufacturer: begins like a formula'],
  ['a tab before the manufacturer', { tootja: '"\t=1"' }, 'manufacturer: begins like a formula'],
  ['a script as model', { mudel: '<script>alert(1)</script>' }, 'model: has < or > in it'],
  ['HTML as manufacturer', { tootja: '<b>Nokian</b>' }, 'manufacturer: has < or > in it'],
  ['a NUL', { mudel: 'Hakka\0' }, 'model: unreadable: it has the hidden character U+0000'],
  ['a bidirectional character', { mudel: 'Hakka\u202e5R' }, 'model: unreadable: it has the hidden character U+202E'],
  ['a zero-width space', { mudel: 'Hak\u200bka' }, 'model: unreadable: it has the hidden character U+200B'],
  ['an undeclared season', { hooaeg: 'Sügis' }, 'season: not one of summer, winter, all_season'],
  ['undeclared studs', { naast: 'Võib-olla' }, 'studs: not one of none, studdable, studded'],
  ['an invalid size', { suurus: '205/55 Talv' }, 'size: not a tire size, such as 205/55 R16 91V XL'],
];

test.each(rows)('%s: the row is skipped, and its tire is unchanged', async (_, invalidValue, error, declared = {}) => {
  await shop.importList(validList);
  const before = await shop.rows();
  const validPrice = declared.decimal === ',' ? '110,50' : '110.50';
  const [, ...validRows] = tires();
  const list = [
    { ...tire, hind: validPrice, ...invalidValue },
    ...validRows.map((row) => ({ ...row, hind: validPrice })),
  ];
  expect(summaryOf(await shop.importList(supplierCsv(list), supplier(declared)))).toEqual({
    failed: 1,
    errors: [error],
  });
  expect(await shop.rows()).toEqual(before);
  expect(await shop.tire('T1')).toMatchObject({ manufacturer_id: 'nokian', price_cents: 11050, on_sale: true });
});

test('skips the second row of a tire', async () => {
  const report = await shop.importList(supplierCsv([...tires(), { ...tire, hind: '1.00' }]));
  expect(summaryOf(report)).toEqual({ failed: 1, errors: ['supplier_sku: the same supplier and SKU as line 2'] });
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 11050 });
});

test.each([
  ['a field of 1 GB', `${header}T1;`, 'x'],
  ['a quoted field of 1 GB', `${header}"T1;`, 'x\n'],
  ['a line with 1 GB of separators', header, ';'],
  ['a header of 1 GB', 'kood;', 'x'],
])('refuses %s within its first megabyte', (_, begin, piece) =>
  expectEarlyRefusal(shop, { validList, supplier: supplier(), begin, piece, reason: 'record-too-long' }),
);

test('stops decompressing a gzip bomb at the size limit and refuses it', async () => {
  await shop.importList(validList);
  const before = await shop.rows();
  const bomb = gzipSync(Buffer.concat([Buffer.from(header), Buffer.alloc(32 * 1024 ** 2, '\n')]));
  await writeFile(`${shop.folder}/list`, bomb);
  const outcome = await shop.fetch(supplier(), { connection: { limits: { bytes: 1024 ** 2 } } });
  expect(outcome).toMatchObject({ result: 'refused', reason: 'it is larger than 1,048,576 bytes' });
  expect(await shop.rows()).toEqual(before);
});
