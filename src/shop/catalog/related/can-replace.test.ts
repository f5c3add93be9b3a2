import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import type { Product } from '../tire/tire.ts';
import { canReplace } from './can-replace.ts';

const like = (changes: Partial<Product>) => aTire(changes);

describe('a tire may stand in for another', () => {
  test('of its size and season', () => {
    const tire = aTire();
    const { size } = tire;
    expect(canReplace(like({ model: 'Primacy 5' }), tire)).toBe(true);
    expect(canReplace(like({ size: { ...size, text: '205/55 ZR16' } }), tire)).toBe(true);
    expect(canReplace(like({ season: 'all_season' }), tire)).toBe(false);
    expect(canReplace(like({ size: { ...size, treadWidth: 215 } }), tire)).toBe(false);
    expect(canReplace(like({ size: { ...size, profile: 60 } }), tire)).toBe(false);
    expect(canReplace(like({ size: { ...size, diameter: 17 } }), tire)).toBe(false);
  });

  test.each([
    ['94', '91', true],
    ['91', '91', true],
    ['89', '91', false],
    ['100', '91', true],
    ['91', '100', false],
    ['109/107', '109/107', true],
    ['110/106', '109/107', false],
    ['109', '109/107', false],
    ['109/107', '109', true],
    // Not in the table: only the same one will do.
    ['179', '179', true],
    ['179/91', '91', true],
    ['160', '179', false],
  ])('with load index %s for %s: %s', (loadIndex, wanted, may) => {
    expect(canReplace(like({ loadIndex }), like({ loadIndex: wanted }))).toBe(may);
  });

  test.each([
    ['V', 'V', true],
    ['W', 'V', true],
    ['H', 'V', false],
    ['H', 'U', true],
    ['U', 'H', false],
    ['(Y)', 'Y', true],
    ['Y', '(Y)', false],
    ['(Y)', '(Y)', true],
    ['E', 'E', true],
    ['V', 'E', false],
    ['E', 'Q', false],
  ])('with speed symbol %s for %s: %s', (speedIndex, wanted, may) => {
    expect(canReplace(like({ speedIndex }), like({ speedIndex: wanted }))).toBe(may);
  });

  test('that is run-flat, for vans or for snow, only if it is too', () => {
    for (const mark of ['RF', 'C', '3PMSF']) {
      expect(canReplace(like({ marks: [] }), like({ marks: [mark] }))).toBe(false);
      expect(canReplace(like({ marks: ['XL', mark] }), like({ marks: [mark] }))).toBe(true);
      expect(canReplace(like({ marks: [mark] }), like({ marks: [] }))).toBe(true);
    }
    expect(canReplace(like({ marks: [] }), like({ marks: ['FR', 'MO'] }))).toBe(true);
  });

  test('that grips on ice, only if it does too', () => {
    const label = { fuel: null, wet: null, noiseDb: null, noiseClass: null, snow: true, eprelId: null };
    const nordic = like({ label: { ...label, ice: true } });
    expect(canReplace(like({ label: { ...label, ice: false } }), nordic)).toBe(false);
    expect(canReplace(like({ label: null }), nordic)).toBe(false);
    expect(canReplace(nordic, like({ label: { ...label, ice: false } }))).toBe(true);
  });
});
