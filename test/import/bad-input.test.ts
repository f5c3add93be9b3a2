import { expect, test } from 'vitest';
import { faultText } from '../../src/shop/catalog/import/file/row-fault.ts';
import { catalogue, columns, csv, type Row, tires } from './price-list.ts';

const shop = catalogue();
const good = { supplier_sku: 'good' };

test('names every invalid column of every invalid row, and imports the valid rows', async () => {
  const rows: Row[] = [
    good,
    { supplier: '', supplier_sku: 'x'.repeat(65), manufacturer: '???', model: '' },
    { size: '205/55', season: 'spring', studs: 'many', runflat: 'maybe', vehicle: 'bus', competition: '2' },
    { supplier_sku: 'b', ean: '6419440382318', marks: '<b>', fuel: 'F', wet: 'x', noise_db: 'loud', noise_class: 'D' },
    {
      supplier_sku: 'c',
      snow: 'perhaps',
      ice: '?',
      eprel_id: '-1',
      dot_year: '1999',
      weight_kg: 'heavy',
      price: 'abc',
    },
    { supplier_sku: 'd', stock_ringtee: '1.5', stock_annelinn: '-1', stock_supplier: '100001', lead_days: '366' },
    { supplier_sku: 'last' },
  ];
  // Line 1 is the header.
  const report = await shop.importList(rows);
  expect(report.errors.map(({ line, column, fault, value }) => [line, column, faultText(fault), value])).toEqual([
    [3, 'supplier', 'empty', ''],
    [3, 'supplier_sku', 'longer than 64 characters', `${'x'.repeat(40)}…`],
    [3, 'manufacturer', 'without Latin letters or digits', '???'],
    [3, 'model', 'empty', ''],
    [4, 'size', 'not a tire size, such as 205/55 R16 91V XL', '205/55'],
    [4, 'season', 'not one of summer, winter, all_season', 'spring'],
    [4, 'studs', 'not one of none, studdable, studded', 'many'],
    [4, 'runflat', 'neither yes nor no', 'maybe'],
    [4, 'vehicle', 'not one of car, van, truck', 'bus'],
    [4, 'competition', 'neither yes nor no', '2'],
    [5, 'ean', 'not an EAN: the check digit is wrong', '6419440382318'],
    [5, 'marks', 'not a list of marks, such as XL FR M+S', '<b>'],
    [5, 'fuel', 'not one of A, B, C, D, E', 'F'],
    [5, 'wet', 'not one of A, B, C, D, E', 'x'],
    [5, 'noise_db', 'not a whole number', 'loud'],
    [5, 'noise_class', 'not one of A, B, C', 'D'],
    [6, 'price', 'not a price', 'abc'],
    [6, 'snow', 'neither yes nor no', 'perhaps'],
    [6, 'ice', 'neither yes nor no', '?'],
    [6, 'eprel_id', 'not a whole number', '-1'],
    [6, 'dot_year', 'less than 2000', '1999'],
    [6, 'weight_kg', 'not a weight', 'heavy'],
    [7, 'lead_days', 'more than 365', '366'],
    [7, 'stock_ringtee', 'not a whole number', '1.5'],
    [7, 'stock_annelinn', 'not a whole number', '-1'],
    [7, 'stock_supplier', 'more than 100000', '100001'],
  ]);
  expect(report).toMatchObject({ read: 7, added: 2, failed: 5, changed: true });
  expect((await shop.everything()).tires.map(({ supplier_sku }) => supplier_sku).toSorted()).toEqual(['good', 'last']);
});

test('reads BOM, semicolons, decimal commas, CRLF, quotes, and columns in any order and letter case', async () => {
  const lines = [
    ...csv(
      [
        { price: '"1 079,90"', weight_kg: '9,1' },
        { price: '79,90', weight_kg: '9,1' },
      ],
      ';',
    ).split('\n'),
  ];
  const withReversedColumns = lines.map((line) => line.split(';').toReversed().join(';'));
  const [header = '', invalidLine = '', validLine = ''] = withReversedColumns;
  const list = `\uFEFF${header.toUpperCase()}\r\n${invalidLine.replace('T1', 'T0')}\r\n\r\n${validLine.replace('latakko', '"latakko"')}\r\n`;
  const report = await shop.importList(list);
  expect(report.errors).toEqual([
    { line: 2, column: 'price', fault: { reason: 'not-number', name: 'price' }, value: '1 079,90' },
  ]);
  expect(await shop.tire('T1')).toMatchObject({ supplier: 'latakko', price_cents: 7990, weight_grams: 9100 });
});

test('names the byte and line at which a file is not UTF-8', async () => {
  const list = Buffer.from(csv([good, { supplier_sku: 'next', model: 'Hakkapeliitta õ' }]), 'latin1');
  const report = await shop.importList(list);
  const offset = list.indexOf(0xf5);
  expect(report.refusal).toEqual({ reason: 'not-utf8', offset, line: 3, byte: 0xf5 });
  expect((await shop.everything()).tires).toEqual([]);
});

test('names the line of an unclosed quote', async () => {
  const list = csv([good, { model: '"Hakka' }, { supplier_sku: 'T3' }]);
  expect((await shop.importList(list)).refusal).toEqual({ reason: 'quote-not-closed', line: 3 });
  const long = list + csv(tires(2_000)).replaceAll('"', '');
  expect((await shop.importList(long)).refusal).toEqual({ reason: 'record-too-long', line: 3 });
  expect((await shop.everything()).tires).toEqual([]);
});

test('reports missing, repeated and unknown columns', async () => {
  const list = csv([good]);
  const withoutColumns = list.replace('price', 'preis').replace('season', 'saison');
  expect((await shop.importList(withoutColumns)).refusal).toEqual({
    reason: 'missing-columns',
    columns: ['season', 'price'],
  });
  const repeated = list.replace('ean', 'Price');
  expect((await shop.importList(repeated)).refusal).toEqual({ reason: 'repeated-columns', columns: ['price'] });
  expect((await shop.importList('')).refusal).toEqual({ reason: 'no-header' });
  expect((await shop.importList(`${columns.join(',')}\n`)).refusal).toEqual({ reason: 'no-good-row' });
  const unknown = await shop.importList(list.replace('ean', 'colour').replace('dot_year', 'age'));
  expect(unknown.warnings).toEqual([
    'columns colour, age are unknown and not read',
    'columns ean, dot_year are missing: read as empty',
  ]);
  expect(unknown.added).toBe(1);
});

test('reports the second row of a tire as an error, and the same EAN as a warning', async () => {
  const ean = '6419440382319';
  const rows = [
    { supplier_sku: 'A', ean },
    { supplier_sku: 'B', ean },
    { supplier_sku: 'A', price: '1' },
  ];
  const report = await shop.importList([...rows, { supplier: 'other', supplier_sku: 'A' }]);
  expect(report.errors).toEqual([
    { line: 4, column: 'supplier_sku', fault: { reason: 'repeated', unit: 'line', line: 2 }, value: 'A' },
  ]);
  expect(report.warnings).toEqual([`line 3: the same EAN as line 2 (${ean})`]);
  expect(report).toMatchObject({ read: 4, added: 3, failed: 1 });
});

test('keeps a tire on sale while its row is invalid', async () => {
  await shop.importList(tires(3));
  const report = await shop.importList([
    { supplier_sku: 'T1' },
    { supplier_sku: 'T2' },
    { supplier_sku: 'T3', price: '0' },
  ]);
  expect(report).toMatchObject({ removed: 0, unchanged: 2, failed: 1, changed: false });
  expect(await shop.tire('T3')).toMatchObject({ on_sale: true, price_cents: 7990 });
});

test('reports too few or too many fields, empty rows and control characters', async () => {
  const list = csv([good, { supplier_sku: 'B', model: 'A\u0007B' }]);
  const [, validRow] = list.split('\n');
  const tooShort = '1,2,3';
  const emptyRow = ','.repeat(columns.length - 1);
  const tooLong = `${validRow},x`;
  const report = await shop.importList(`${list},,,\n${tooShort}\n${emptyRow}\n${tooLong}\n`);
  expect(report.errors.map(({ line, column, fault }) => [line, column, faultText(fault)])).toEqual([
    [3, 'model', 'unreadable: it has the hidden character U+0007'],
    [5, null, `3 fields where the header has ${columns.length}`],
    [7, null, `${columns.length + 1} fields where the header has ${columns.length}`],
  ]);
  expect(report).toMatchObject({ read: 4, failed: 3 });
});
