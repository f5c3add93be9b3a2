import { expect, test } from 'vitest';
import { completeMarks, readMarks } from './marks.ts';

test('reads marks in any case, and returns each once in capitals, in the shop’s spelling', () => {
  expect(readMarks('xl, fr;FR | m&s Reinforced ssr *')).toEqual(['XL', 'FR', 'M+S', 'RF', '*']);
  expect(readMarks('')).toEqual([]);
});

test('refuses characters that no mark has, a mark of more than 16 characters, and more than 12 marks', () => {
  expect(readMarks('XL <script>')).toBeNull();
  expect(readMarks('A'.repeat(17))).toBeNull();
  expect(readMarks('A '.repeat(13))).toBeNull();
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
