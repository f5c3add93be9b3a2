import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { parseSize } from '../tire/size.ts';
import type { Product } from '../tire/tire.ts';
import { diameterDifference, isLikelySet, isSet, outerDiameter } from './axles.ts';
import { otherAxle } from './other-axle.ts';

const sizeOf = (text: string) => {
  const reading = parseSize(text);
  if (!reading.ok) throw new Error(text);
  const { treadWidth, profile, diameter } = reading.value;
  return { treadWidth, profile, diameter, text };
};
const tire = (size: string, changes: Partial<Product> = {}) => aTire({ id: size, size: sizeOf(size), ...changes });
const [front, rear] = [tire('225/45 R18'), tire('255/40 R18')];

describe('the outer diameter', () => {
  test.each([
    ['225/45 R18', 659.7],
    ['255/40 R18', 661.2],
    ['195R14C', 667.6],
  ])('of %s is %d mm', (size, mm) => {
    expect(outerDiameter(sizeOf(size))).toBeCloseTo(mm, 1);
  });

  test.each([
    ['BMW 3 F30', '225/45 R18', '255/40 R18', 0.2],
    ['Mercedes-Benz C W205', '225/45 R18', '245/40 R18', 1],
    ['Porsche Cayman 718', '235/40 R19', '265/40 R19', 3.6],
    ['Porsche 911 992', '245/35 R20', '305/30 R21', 5.4],
  ])('differs on a %s between %s and %s by %d %%', (_car, frontSize, rearSize, percent) => {
    expect(diameterDifference(sizeOf(frontSize), sizeOf(rearSize))).toBeCloseTo(percent, 1);
  });
});

describe('a set of front and rear tires', () => {
  test('has one model in two sizes, the wider size in the rear', () => {
    expect(isSet(front, rear)).toBe(true);
    expect(isSet(rear, front)).toBe(false);
    expect(isSet(front, front)).toBe(false);
  });

  test.each<[string, Partial<Product>]>([
    ['manufacturer', { manufacturer: { id: 'sava', label: 'Sava' } }],
    ['model', { model: 'Hakka Green 3' }],
    ['season', { season: 'all_season' }],
    ['studs', { season: 'winter_studded' }],
    ['run-flat construction', { marks: ['RF'] }],
    ['van construction', { marks: ['C'] }],
    ['approval of a car manufacturer', { marks: ['MO'] }],
  ])('has the same %s on both axles', (_, changes) => {
    expect(isSet(front, { ...rear, ...changes })).toBe(false);
    expect(isSet({ ...front, ...changes }, rear)).toBe(false);
    expect(isSet({ ...front, ...changes }, { ...rear, ...changes })).toBe(true);
  });

  test.each([
    [['*'], ['*'], true],
    [['N0'], ['N1'], false],
    [['AO'], ['XL'], false],
    [['XL'], ['FR', 'XL'], true],
  ] as const)('with the marks %j in front and %j in the rear: %s', (frontMarks, rearMarks, expected) => {
    expect(isSet({ ...front, marks: [...frontMarks] }, { ...rear, marks: [...rearMarks] })).toBe(expected);
  });

  test('is never of truck tires, on a smaller rear rim, or of sizes of different cars', () => {
    expect(isSet({ ...front, season: 'truck' }, { ...rear, season: 'truck' })).toBe(false);
    expect(isSet(tire('225/40 R19'), tire('255/40 R18'))).toBe(false);
    expect(isSet(tire('155/65 R14'), tire('255/40 R18'))).toBe(false);
  });

  test('is offered for an unknown car only if the outer diameters differ by at most 2 %', () => {
    expect(isLikelySet(front, rear)).toBe(true);
    const [porscheFront, porscheRear] = [tire('245/35 R20'), tire('305/30 R21')];
    expect(isSet(porscheFront, porscheRear)).toBe(true);
    expect(isLikelySet(porscheFront, porscheRear)).toBe(false);
  });
});

describe('the tires for the other axle', () => {
  test('are wider ones for the rear axle and narrower ones for the front axle, the closest outer diameter first', () => {
    const wider = tire('265/40 R18');
    const all = [front, rear, wider, tire('215/45 R18')];
    expect(otherAxle(all, front)).toEqual({ rears: [rear, wider], fronts: [tire('215/45 R18')] });
    expect(otherAxle(all, rear)).toEqual({ rears: [wider], fronts: [front, tire('215/45 R18')] });
  });

  test('have two pieces left, and each variant is offered once, at its lowest price', () => {
    const dearer = { ...rear, id: 'older', dotYear: 2024, price: 90 };
    expect(otherAxle([dearer, rear, { ...rear, id: 'xl', marks: ['XL'], available: 1 }], front).rears).toEqual([rear]);
  });
});
