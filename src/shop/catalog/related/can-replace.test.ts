import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { canReplace } from './can-replace.ts';

describe('canReplace', () => {
  test('requires the same size and season', () => {
    const tire = aTire();
    const { size } = tire;
    expect(canReplace(aTire({ model: 'Primacy 5' }), tire)).toBe(true);
    expect(canReplace(aTire({ size: { ...size, text: '205/55 ZR16' } }), tire)).toBe(true);
    expect(canReplace(aTire({ season: 'all_season' }), tire)).toBe(false);
    expect(canReplace(aTire({ size: { ...size, treadWidth: 215 } }), tire)).toBe(false);
    expect(canReplace(aTire({ size: { ...size, profile: 60 } }), tire)).toBe(false);
    expect(canReplace(aTire({ size: { ...size, diameter: 17 } }), tire)).toBe(false);
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
    // 179 is not in the load table. Only 179 can replace 179, and `179/91` counts as `91`.
    ['179', '179', true],
    ['160', '179', false],
    ['179/91', '91', true],
  ])('for load index %s in place of %s, returns %s', (loadIndex, replaced, expected) => {
    expect(canReplace(aTire({ loadIndex }), aTire({ loadIndex: replaced }))).toBe(expected);
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
    // E is not in the speed table. Only E can replace E.
    ['E', 'E', true],
    ['V', 'E', false],
    ['E', 'Q', false],
  ])('for speed symbol %s in place of %s, returns %s', (speedIndex, replaced, expected) => {
    expect(canReplace(aTire({ speedIndex }), aTire({ speedIndex: replaced }))).toBe(expected);
  });

  test('requires run-flat, van and snow marks that the replaced tire has', () => {
    for (const mark of ['RF', 'C', '3PMSF']) {
      expect(canReplace(aTire({ marks: [] }), aTire({ marks: [mark] }))).toBe(false);
      expect(canReplace(aTire({ marks: ['XL', mark] }), aTire({ marks: [mark] }))).toBe(true);
      expect(canReplace(aTire({ marks: [mark] }), aTire({ marks: [] }))).toBe(true);
    }
    expect(canReplace(aTire({ marks: [] }), aTire({ marks: ['FR', 'MO'] }))).toBe(true);
  });

  test('requires ice grip if the replaced tire has it', () => {
    const label = { fuel: null, wet: null, noiseDb: null, noiseClass: null, snow: true, eprelId: null };
    const iceGripTire = aTire({ label: { ...label, ice: true } });
    expect(canReplace(aTire({ label: { ...label, ice: false } }), iceGripTire)).toBe(false);
    expect(canReplace(aTire({ label: null }), iceGripTire)).toBe(false);
    expect(canReplace(iceGripTire, aTire({ label: { ...label, ice: false } }))).toBe(true);
  });
});
