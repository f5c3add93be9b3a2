import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactCents, exactEuros, exactText, inCents, plusPercent, roundToEnding, withoutPercent } from './exact.ts';

test.each([
  ['up', 107_90, [90], 107_90],
  ['up', 107_91, [90], 108_90],
  ['up', 89, [90], 90],
  ['up', 90, [90], 90],
  ['up', 91, [90], 190],
  ['down', 107_90, [90], 107_90],
  ['down', 107_89, [90], 106_90],
  // There is no lower price with this ending.
  ['down', 89, [90], 90],
  ['nearest', 107_40, [90], 107_90],
  ['nearest', 107_39, [90], 106_90],
  ['up', 107_50, [90, 49], 107_90],
  ['up', 107_49, [90, 49], 107_49],
  ['up', 107_91, [90, 0], 108_00],
  ['up', 107_91, [], 107_91],
] as const)(
  'rounding %s from %d cents to a price that ends with one of %j gives %d cents',
  (mode, cents, endings, expected) => {
    expect(roundToEnding(exactCents(cents), endings, mode)).toBe(expected);
  },
);

test('an amount a little above a price with the ending goes up to the next one', () => {
  expect(roundToEnding(exactCents(107_90) + 1n, [90], 'up')).toBe(108_90);
  expect(roundToEnding(exactCents(107_90) - 1n, [90], 'up')).toBe(107_90);
});

test('rounds to the closest price with an ending on the side that the mode names', () => {
  const endings = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 3 });
  const amounts = fc.bigInt({ min: exactCents(100_00), max: exactCents(2_000_00) });
  fc.assert(
    fc.property(endings, amounts, (endings, amount) => {
      const [up, down] = [roundToEnding(amount, endings, 'up'), roundToEnding(amount, endings, 'down')];
      for (const price of [up, down]) expect(endings).toContain(price % 100);
      expect(exactCents(up)).toBeGreaterThanOrEqual(amount);
      expect(exactCents(down)).toBeLessThanOrEqual(amount);
      for (let price = down + 1; price < up; price++) expect(endings).not.toContain(price % 100);
      expect([up, down]).toContain(roundToEnding(amount, endings, 'nearest'));
    }),
    { seed: 20_261_128 },
  );
});

test('adds a percentage to an amount with four decimals exactly, and removes it again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 0, max: 9_000 }), (units, basisPoints) => {
      const [amount, percent] = [exactEuros(units / 10_000), basisPoints / 100];
      const gross = plusPercent(amount, percent);
      expect(gross * 10_000n).toBe(amount * BigInt(10_000 + basisPoints));
      expect(withoutPercent(gross, percent)).toBe(amount);
    }),
    { seed: 20_261_128 },
  );
});

test('rounds to the cent and writes amounts with two or four decimals', () => {
  const amount = exactEuros(1.005);
  expect([inCents(amount, 'half-up'), inCents(amount, 'up'), inCents(amount, 'down')]).toEqual([101, 101, 100]);
  expect([exactText(amount), exactText(exactEuros(71.5)), exactText(exactEuros(0.07))]).toEqual([
    '1.0050',
    '71.50',
    '0.07',
  ]);
});
