import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf, sumsByRate, withVat } from './vat-by-rate.ts';

const at24 = (grossCents: number) => ({ vatPercent: 24, grossCents });

test('three tires at 9.99 have 24.17 net and 5.80 VAT, and the first of equal lines get the cents that rounding leaves', () => {
  const lines = withVat([at24(999), at24(999), at24(999)]);
  expect(sumOf(lines)).toEqual({ netCents: 2417, vatCents: 580, grossCents: 2997 });
  expect(lines.map(({ netCents }) => netCents)).toEqual([806, 806, 805]);
});

test('a gross sum of 100.00 has 19.35 VAT, the gross less the rounded net, not 24 % of the net', () => {
  expect(sumOf(withVat([at24(10_000)]))).toEqual({ netCents: 8065, vatCents: 1935, grossCents: 10_000 });
});

test('each rate has a sum of its own, the highest first', () => {
  const lines = withVat([{ vatPercent: 22, grossCents: 12_200 }, at24(12_400)]);
  expect(sumsByRate(lines)).toEqual([
    { vatPercent: 24, netCents: 10_000, vatCents: 2400, grossCents: 12_400 },
    { vatPercent: 22, netCents: 10_000, vatCents: 2200, grossCents: 12_200 },
  ]);
});

test('a prepayment that is deducted lowers the VAT of the sum', () => {
  expect(sumOf(withVat([at24(40_000), at24(-10_000)]))).toEqual(sumOf(withVat([at24(30_000)])));
});

test('the nets of the lines add up to the net of the sum, and each is within a cent of its exact value', () => {
  const lines = fc.array(fc.record({ vatPercent: fc.constantFrom(0, 22, 24), grossCents: fc.nat(200_000) }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(lines, (lines) => {
      const result = withVat(lines);
      for (const { vatPercent, netCents, vatCents, grossCents } of sumsByRate(result)) {
        expect(netCents + vatCents).toBe(grossCents);
        expect(netCents).toBe(Math.round((grossCents * 100) / (100 + vatPercent)));
      }
      for (const { vatPercent, netCents, grossCents } of result)
        expect(Math.abs(netCents - (grossCents * 100) / (100 + vatPercent))).toBeLessThan(1);
    }),
  );
});
