import { expect, test } from 'vitest';
import { completeMarks, readMarks } from './marks.ts';

test('reads marks in capitals, each once, in the shop’s spelling', () => {
  expect(readMarks('xl, fr;FR | m&s Reinforced ssr *')).toEqual(['XL', 'FR', 'M+S', 'RF', '*']);
  expect(readMarks('')).toEqual([]);
  expect(readMarks('XL <script>')).toBeNull();
  expect(readMarks('ABCDEFGHIJKLMNOPQ')).toBeNull();
  expect(readMarks('A B C D E F G H I J K L M')).toBeNull();
});

test('adds the marks that other columns imply, and 3PMSF only for snow tires', () => {
  const noDerivedMarks = { xl: false, c: false, rf: false, snow: false };
  expect(completeMarks(['M+S', 'FR', 'XL'], noDerivedMarks)).toEqual(['XL', 'FR', 'M+S']);
  expect(completeMarks(['M+S'], { xl: true, c: true, rf: true, snow: true })).toEqual([
    'XL',
    'C',
    'RF',
    'M+S',
    '3PMSF',
  ]);
  expect(completeMarks(['3PMSF'], noDerivedMarks)).toEqual([]);
});
