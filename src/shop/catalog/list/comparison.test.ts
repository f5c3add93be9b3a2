import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import type { EuLabel } from '../tire/tire.ts';
import { comparisonSearch, idsNotIn } from './compared.ts';
import { compareFact } from './comparison.ts';
import { comparedIds } from './filter.ts';

const label = (changes: Partial<EuLabel>): EuLabel => ({
  fuel: 'C',
  wet: 'B',
  noiseDb: 70,
  noiseClass: 'B',
  snow: false,
  ice: false,
  eprelId: null,
  ...changes,
});

describe('compared tires', () => {
  const cheap = aTire({ id: 'a', price: 60, loadIndex: '91', dotYear: 2025, label: label({ noiseDb: 72 }) });
  const quiet = aTire({ id: 'b', price: 90, loadIndex: '94', dotYear: 2026, label: label({ noiseDb: 68, fuel: 'A' }) });
  const unlabelled = aTire({ id: 'c', price: 60, loadIndex: '94', dotYear: null, label: null, marks: ['3PMSF'] });

  test.each([
    ['price', [true, false, true]],
    ['fuel', [false, true, false]],
    ['noise', [false, true, false]],
    ['load', [false, true, true]],
    ['dotYear', [false, true, false]],
  ] as const)('with different %s: all with the best value are marked', (fact, best) => {
    expect(compareFact([cheap, quiet, unlabelled], fact)).toEqual({ differs: true, best });
  });

  test('with the same value have no best one', () => {
    expect(compareFact([cheap, { ...cheap, id: 'd' }], 'price')).toEqual({ differs: false, best: [false, false] });
  });

  test('differ when a value is unknown, and none is best when the known values are equal', () => {
    expect(compareFact([quiet, unlabelled], 'fuel')).toEqual({ differs: true, best: [false, false] });
    expect(compareFact([quiet, { ...quiet, id: 'e' }, unlabelled], 'wet')).toEqual({
      differs: true,
      best: [false, false, false],
    });
  });

  test('differ in season, marks and speed without one being better', () => {
    const fast = aTire({ season: 'all_season', speedIndex: 'Y', marks: ['XL'] });
    for (const fact of ['season', 'speed', 'marks'] as const) {
      expect(compareFact([cheap, fast], fact)).toEqual({ differs: true, best: [false, false] });
    }
  });

  test('with the same marks in another order do not differ', () => {
    expect(compareFact([aTire({ marks: ['XL', 'FR'] }), aTire({ marks: ['FR', 'XL'] })], 'marks').differs).toBe(false);
  });
});

test('comparedIds reads the tires from the URL of a comparison', () => {
  const search = comparisonSearch(['a', 'b']);
  expect(search).toBe('?id=a&id=b');
  expect(comparedIds(new URLSearchParams(search), 'id')).toEqual(['a', 'b']);
  expect(comparisonSearch([])).toBe('');
});

test('returns the ids of compared tires that are not in the list', () => {
  expect(idsNotIn(['a', 'b'], [aTire({ id: 'b' })])).toEqual(['a']);
});
