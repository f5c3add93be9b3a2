import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import type { EuLabel } from '../tire/tire.ts';
import { comparisonSearch, elsewhere } from './compared.ts';
import { judge } from './comparison.ts';
import { comparedIn } from './filter.ts';

const label = (changes: Partial<EuLabel>): EuLabel => ({
  ...{ fuel: 'C', wet: 'B', noiseDb: 70, noiseClass: 'B', snow: false, ice: false, eprelId: null },
  ...changes,
});

describe('tires side by side', () => {
  const cheap = aTire({ id: 'a', price: 60, loadIndex: '91', dotYear: 2025, label: label({ noiseDb: 72 }) });
  const quiet = aTire({ id: 'b', price: 90, loadIndex: '94', dotYear: 2026, label: label({ noiseDb: 68, fuel: 'A' }) });
  const studded = aTire({ id: 'c', price: 60, loadIndex: '94', dotYear: null, label: null, marks: ['3PMSF'] });

  test.each([
    ['price', [true, false, true]],
    ['fuel', [false, true, false]],
    ['noise', [false, true, false]],
    ['load', [false, true, true]],
    ['dotYear', [false, true, false]],
  ] as const)('of different %s: marks all the best', (fact, best) => {
    expect(judge([cheap, quiet, studded], fact)).toEqual({ differs: true, best });
  });

  test('that are alike have no best', () => {
    expect(judge([cheap, { ...cheap, id: 'd' }], 'price')).toEqual({ differs: false, best: [false, false] });
  });

  test('of which only one has a value differ, and none is best', () => {
    expect(judge([quiet, studded], 'fuel')).toEqual({ differs: true, best: [false, false] });
    expect(judge([quiet, { ...quiet, id: 'e' }, studded], 'wet')).toEqual({
      differs: true,
      best: [false, false, false],
    });
  });

  test('differ in season, marks and speed without one being better', () => {
    const fast = aTire({ season: 'all_season', speedIndex: 'Y', marks: ['XL'] });
    for (const fact of ['season', 'speed', 'marks'] as const) {
      expect(judge([cheap, fast], fact)).toEqual({ differs: true, best: [false, false] });
    }
  });

  test('have the same marks in any order', () => {
    expect(judge([aTire({ marks: ['XL', 'FR'] }), aTire({ marks: ['FR', 'XL'] })], 'marks').differs).toBe(false);
  });
});

test('the URL of a comparison contains its tires and is read back', () => {
  const search = comparisonSearch(['a', 'b'], true);
  expect(search).toBe('?id=a&id=b&only=differences');
  expect(comparedIn(new URLSearchParams(search), 'id')).toEqual(['a', 'b']);
  expect(comparisonSearch([])).toBe('');
});

test('names the compared tires that are not in the list', () => {
  expect(elsewhere(['a', 'b'], [aTire({ id: 'b' })])).toEqual(['a']);
});
