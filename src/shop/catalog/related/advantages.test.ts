import { expect, test } from 'vitest';
import { sortedAdvantages } from './advantages.ts';

test('the reason why a tire is offered comes first, also if the tires do not differ in other kinds', () => {
  expect(sortedAdvantages('quieter', { cheaper: false, quieter: true })[0]).toBe('quieter');
  expect(sortedAdvantages('sooner', { cheaper: false, sooner: true })[0]).toBe('sooner');
});

test('other advantages come before what is worse', () => {
  const isBetter = { cheaper: false, betterInWet: true, quieter: true, sooner: false };
  expect(sortedAdvantages('quieter', isBetter)).toEqual(['quieter', 'betterInWet', 'cheaper', 'sooner']);
});
