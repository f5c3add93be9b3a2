import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionalColumns, readHeader, requiredColumns } from './header.ts';
import { columnNames, valueNames } from './vocabulary.ts';

const allColumns = [...requiredColumns, ...optionalColumns, 'stock_ringtee', 'stock_supplier'];

test('accepts columns in any order and letter case, with empty columns at the end', () => {
  const reading = readHeader(
    [...allColumns.toReversed().map((name) => ` ${name.toUpperCase()} `), '', ''],
    ['ringtee'],
  );
  if (!reading.ok) throw new Error(reading.reason);
  const { position, stock, columnCount, warnings } = reading.header;
  expect(position.get('supplier')).toBe(allColumns.length - 1);
  expect(stock.map(({ location, position }) => [location, position])).toEqual([
    ['ringtee', 1],
    ['supplier', 0],
  ]);
  expect(columnCount).toBe(allColumns.length + 2);
  expect(warnings).toEqual([]);
});

test.each(requiredColumns)('refuses a list without %s', (column) => {
  const names = allColumns.filter((name) => name !== column);
  expect(readHeader(names, ['ringtee'])).toEqual({ ok: false, reason: 'missing-columns', columns: [column] });
});

test('understands Estonian and Russian names, and the size in parts', () => {
  const sizeParts = ['Laius', 'Kõrgus', 'Läbimõõt', 'Koormusindeks', 'Kiirusindeks'];
  const tireColumns = ['Tarnija', 'Kood', 'Tootja', 'Mudel', 'Hooaeg', 'Naast', 'Hind km-ga'];
  const estonian = [...tireColumns, ...sizeParts, 'Kogus', 'Kogus_Ringtee'];
  const otherCells = tireColumns.map(() => '');
  const reading = readHeader(estonian, ['ringtee']);
  if (!reading.ok) throw new Error(reading.columns.join());
  const { position, stock, sizeText, warnings } = reading.header;
  expect([...position.keys()].filter((column) => column !== 'size')).toEqual(
    requiredColumns.filter((column) => column !== 'size'),
  );
  expect(stock.map(({ location, position }) => [location, position])).toEqual([
    ['ringtee', estonian.indexOf('Kogus_Ringtee')],
    ['supplier', estonian.indexOf('Kogus')],
  ]);
  expect(sizeText([...otherCells, '205', '55', 'R16', '91', 'V'])).toBe('205/55 R16 91V');
  expect(sizeText([...otherCells, '315', '80', '22,5', '154/149', 'M'])).toBe('315/80 R22.5 154/149M');
  expect(sizeText([...otherCells, '195', '', '14C', '106/104', 'S'])).toBe('195 R14C 106/104S');
  expect(warnings.join()).not.toMatch(/unknown/);

  const sizeColumns = ['размер', 'Индекс нагрузки', 'индекс скорости'];
  const otherColumns = ['поставщик', 'артикул', 'марка', 'модель', 'сезон', 'шипы', 'цена', 'лёд', 'остаток'];
  const russian = [...otherColumns, ...sizeColumns];
  const russianReading = readHeader(russian, []);
  expect(russianReading).toMatchObject({ ok: true });
  if (russianReading.ok) {
    expect(russianReading.header.position.get('ice')).toBe(russian.indexOf('лёд'));
    expect(russianReading.header.sizeText([...otherColumns.map(() => ''), '205/55 R16', '91', 'V'])).toBe(
      '205/55 R16 91V',
    );
  }
});

test.each(['Kogus Ringtee', 'kogus-ringtee', 'LAOSEIS  RINGTEE', 'остаток ringtee', 'Stock Ringtee'])(
  'reads %s as the stock of the branch',
  (column) => {
    const reading = readHeader([...allColumns.filter((name) => name !== 'stock_ringtee'), column], ['ringtee']);
    const stock = [{ location: 'ringtee', position: allColumns.length - 1 }, { location: 'supplier' }];
    expect(reading).toMatchObject({ header: { stock, warnings: [] } });
  },
);

test('reads the stock of a branch whose id has a hyphen', () => {
  const reading = readHeader([...allColumns, 'Kogus Vana-Linn'], ['ringtee', 'vana-linn']);
  expect(reading).toMatchObject({
    header: {
      stock: [
        { location: 'ringtee' },
        { location: 'vana-linn', position: allColumns.length },
        { location: 'supplier' },
      ],
    },
  });
});

test('reads names of columns with spaces or hyphens', () => {
  const reading = readHeader(
    allColumns.map((name) => name.replaceAll('_', ' ')),
    ['ringtee'],
  );
  expect(reading).toMatchObject({ ok: true, header: { warnings: [] } });
});

test('refuses two names of the same column', () => {
  expect(readHeader([...allColumns, 'hind'], [])).toEqual({
    ok: false,
    reason: 'repeated-columns',
    columns: ['price'],
  });
});

test('docs/supply/price-lists.md lists every name and value', () => {
  const documentation = readFileSync(new URL('../../../../../docs/supply/price-lists.md', import.meta.url), 'utf8');
  const words = [Object.values(columnNames), Object.values(valueNames).map(Object.values)].flat(3);
  expect(words.filter((word) => !documentation.includes(`\`${word}\``))).toEqual([]);
});

test('reports a branch that does not exist as unknown', () => {
  const reading = readHeader([...allColumns, 'stock_tallinn'], ['ringtee']);
  expect(reading).toMatchObject({ header: { warnings: ['column stock_tallinn is unknown and not read'] } });
});
