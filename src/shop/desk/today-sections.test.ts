import { expect, test } from 'vitest';
import { sectionOf } from './today-sections.ts';

test('a section has at most 50 rows and the total number', () => {
  const { total, rows } = sectionOf(Array.from({ length: 61 }, (_, index) => index));
  expect(total).toBe(61);
  expect(rows).toEqual(Array.from({ length: 50 }, (_, index) => index));
});
