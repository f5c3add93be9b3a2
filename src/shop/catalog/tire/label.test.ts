import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { exemptionReason, isCompleteLabel, labelExemption, labelPath, tireClass } from './label.ts';

const labelledTire = { studded: false, racing: false, diameter: 16, speedIndex: 'V' };

describe('exemption from the label', () => {
  test.each([
    [{}, null],
    [{ studded: true }, 'studded'],
    [{ racing: true }, 'racing'],
    [{ racing: true, studded: true }, 'racing'],
    [{ diameter: 10 }, 'rim'],
    [{ diameter: 10.5 }, null],
    [{ diameter: 24.5 }, null],
    [{ diameter: 25 }, 'rim'],
    [{ speedIndex: 'E' }, 'speed'],
    [{ speedIndex: 'A8' }, 'speed'],
    [{ speedIndex: 'F' }, null],
    [{ speedIndex: '(Y)' }, null],
  ])('has for a tire with %o the reason %s', (facts, reason) => {
    expect(exemptionReason({ ...labelledTire, ...facts })).toBe(reason);
  });

  test('covers studded and racing tires and low speed symbols, but not studdable tires', () => {
    expect(labelExemption(aTire({ season: 'winter_studded' }))).toBe('studded');
    expect(labelExemption(aTire({ season: 'winter_studdable' }))).toBeNull();
    expect(labelExemption(aTire({ season: 'racing' }))).toBe('racing');
    expect(labelExemption(aTire({ speedIndex: 'D' }))).toBe('speed');
  });
});

test('a label is complete when all values that the drawing shows are known', () => {
  const { label } = aTire();
  expect(isCompleteLabel(label)).toBe(true);
  expect(isCompleteLabel(null)).toBe(false);
  for (const missing of ['fuel', 'wet', 'noiseDb', 'noiseClass', 'snow']) {
    expect(isCompleteLabel(label && { ...label, [missing]: null })).toBe(false);
  }
});

type TireChanges = { marks?: string[]; season?: 'truck' };

test.each<[string, string, TireChanges, string]>([
  ['91', 'V', {}, 'C1'],
  ['107', 'T', { marks: ['XL'] }, 'C1'],
  ['109/107', 'T', { marks: ['C'] }, 'C2'],
  ['106/104', 'Q', { marks: ['C'] }, 'C2'],
  ['121/120', 'N', {}, 'C2'],
  ['121/120', 'M', {}, 'C3'],
  ['121/120', 'H', {}, 'C2'],
  ['122/120', 'R', {}, 'C3'],
  ['154/149', 'M', { season: 'truck' }, 'C3'],
  ['160', 'K', { season: 'truck' }, 'C3'],
])('a tire %s%s with %o is of class %s', (loadIndex, speedIndex, changes, expectedClass) => {
  expect(tireClass(aTire({ loadIndex, speedIndex, marks: [], ...changes }))).toBe(expectedClass);
});

test('the URL of a label contains its tire’s id, whatever its characters', () => {
  expect(labelPath('a-b')).toBe('/labels/a-b.svg');
  expect(labelPath('../x?y')).toBe('/labels/..%2Fx%3Fy.svg');
});
