import { expect, test } from 'vitest';
import { optionalColumns, readHeader, requiredColumns } from './header.ts';

const all = [...requiredColumns, ...optionalColumns, 'stock_ringtee', 'stock_supplier'];

test('accepts columns in any order and letter case, with empty ones at the end', () => {
  const reading = readHeader([...all.toReversed().map((name) => ` ${name.toUpperCase()} `), '', ''], ['ringtee']);
  if (!reading.ok) throw new Error(reading.reason);
  const { position, stock, width, warnings } = reading.header;
  expect(position.get('supplier')).toBe(all.length - 1);
  expect(stock.map(({ location, at }) => [location, at])).toEqual([
    ['ringtee', 1],
    ['supplier', 0],
  ]);
  expect(width).toBe(all.length + 2);
  expect(warnings).toEqual([]);
});

test.each(requiredColumns)('refuses a list without %s', (column) => {
  const names = all.filter((name) => name !== column);
  expect(readHeader(names, ['ringtee'])).toEqual({ ok: false, reason: 'missing-columns', columns: [column] });
});

test('reports a branch that does not exist as unknown', () => {
  const reading = readHeader([...all, 'stock_tallinn'], ['ringtee']);
  expect(reading).toMatchObject({ header: { warnings: ['column stock_tallinn is unknown and not read'] } });
});
