import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { rowsOf, variantText } from './variants.ts';

const h91 = aTire({ id: 'h91', loadIndex: '91', speedIndex: 'H', marks: [], dotYear: 2026 });
const v94 = aTire({ ...h91, id: 'v94', loadIndex: '94', speedIndex: 'V', marks: ['XL'] });

test('a row is an item with its variants', () => {
  const other = aTire({ ...h91, id: 'other', model: 'Other' });
  expect(rowsOf({ items: [h91, other], variants: [[v94], []] })).toEqual([[h91, v94], [other]]);
  expect(rowsOf({ items: [h91, other] })).toEqual([[h91], [other]]);
});

test('a variant is named by load, speed and marks, and by its year only if nothing else differs', () => {
  const runflat = aTire({ ...h91, id: 'runflat', marks: ['RF'] });
  const older = aTire({ ...v94, id: 'older', dotYear: 2024 });
  const row = [h91, runflat, v94, older];
  expect(row.map((tire) => variantText(tire, row, 'Run-flat'))).toEqual([
    '91H',
    '91H Run-flat',
    '94V XL 2026',
    '94V XL 2024',
  ]);
});
