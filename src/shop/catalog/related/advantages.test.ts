import { expect, test } from 'vitest';
import { advantagesByImportance } from './advantages.ts';

test('sorts the reason why a tire is offered first', () => {
  expect(advantagesByImportance('quieter', { cheaper: false, quieter: true })[0]).toBe('quieter');
  expect(advantagesByImportance('sooner', { cheaper: false, sooner: true })[0]).toBe('sooner');
});

test('sorts kinds in which the tire is better before those in which it is worse', () => {
  const isBetter = { cheaper: false, betterInWet: true, quieter: true, sooner: false };
  expect(advantagesByImportance('quieter', isBetter)).toEqual(['quieter', 'betterInWet', 'cheaper', 'sooner']);
});
