import { expect, test } from 'vitest';
import { kindsByImportance } from './advantages.ts';

test('sorts the reason why a tire is offered first', () => {
  expect(kindsByImportance('quieter', { cheaper: false, quieter: true })[0]).toBe('quieter');
  expect(kindsByImportance('sooner', { cheaper: false, sooner: true })[0]).toBe('sooner');
});

test('sorts kinds in which the tire is better before those in which it is worse', () => {
  const isBetter = { cheaper: false, betterInWet: true, quieter: true, sooner: false };
  expect(kindsByImportance('quieter', isBetter)).toEqual(['quieter', 'betterInWet', 'cheaper', 'sooner']);
});
