import { expect, test } from 'vitest';
import { transformed } from './cuts.ts';

const groove = 'M6 0Q-80 12 -175 -18v16Q-80 30 6 11h-14z';

test('mirrors a groove, rotates it by 180° and moves it along the tread', () => {
  expect(transformed(groove, [1, 1], 0)).toBe(groove);
  expect(transformed(groove, [-1, 1], 20)).toBe('M-6 20Q80 32 175 2v16Q80 50 -6 31h14z');
  expect(transformed(groove, [-1, -1], 20)).toBe('M-6 20Q80 8 175 38v-16Q80 -10 -6 9h14z');
  expect(transformed(transformed(groove, [-1, -1], 20), [-1, -1], 20)).toBe(groove);
});
