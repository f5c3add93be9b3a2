import { expect, test } from 'vitest';
import { advantagesByImportance } from './advantages.ts';

test('sorts the reason why a tire is offered first', () => {
  expect(advantagesByImportance('quieter', { cheaper: false, quieter: true })[0]).toBe('quieter');
  expect(advantagesByImportance('sooner', { cheaper: false, sooner: true })[0]).toBe('sooner');
});

test('sorts advantages that the tire has before those that it lacks', () => {
  const isBetter = { cheaper: false, betterInWet: true, quieter: true, sooner: false };
  expect(advantagesByImportance('quieter', isBetter)).toEqual(['quieter', 'betterInWet', 'cheaper', 'sooner']);
});
