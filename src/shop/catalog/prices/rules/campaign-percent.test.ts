import fc from 'fast-check';
import { expect, test } from 'vitest';
import { price, pricingDay, source, title } from '../../../../../test/support/catalogue/tire-to-price.ts';
import { percentBelow } from '../../../money.ts';

const campaigns = [{ id: 'sale', from: pricingDay.day, to: pricingDay.day, percentOff: 20, title }];

/** The campaign price, the regular price, and the percentage that visitors see if the regular price was the lowest of the 30 days before. */
function reducedPrice(listCents: number, rules: { margin?: number; endings?: string[] } = {}) {
  const { margin, endings = [] } = rules;
  const priced = price(
    { campaigns, round: { endings }, floor: margin === undefined ? [] : [{ name: 'least margin', margin }] },
    { sources: [source({ costNet: 0.1, listCents })] },
  );
  const { cents = 0, regularCents = 0 } = priced ?? {};
  return {
    cents,
    regularCents,
    percent: percentBelow(cents, regularCents),
    isAtFloor: cents === priced?.leadingSource.floorCents,
  };
}

test.each([
  [100_00, 80_00],
  [107_90, 86_32],
  // 71.2 and 8072.8 cents are rounded down.
  [89, 71],
  [100_91, 80_72],
])('a campaign of 20 %% reduces %d cents to %d cents and shows 20 %%', (listCents, expected) => {
  expect(reducedPrice(listCents)).toMatchObject({ cents: expected, regularCents: listCents, percent: 20 });
});

test('a campaign of 20 % never shows a higher percentage than the actual reduction', () => {
  const lists = fc.integer({ min: 1_00, max: 2_000_00 });
  const margins = fc.option(
    fc.integer({ min: 0, max: 5_000_000 }).map((units) => units / 10_000),
    { nil: undefined },
  );
  const endings = fc.constantFrom<string[]>([], ['.90'], ['.90', '.00', '.49']);
  fc.assert(
    fc.property(lists, margins, endings, (listCents, margin, endings) => {
      const { cents, regularCents, percent, isAtFloor } = reducedPrice(listCents, {
        endings,
        ...(margin !== undefined && { margin }),
      });
      expect(cents * 100).toBeLessThanOrEqual(regularCents * (100 - percent));
      // Only the floor makes the reduction smaller than 20 %.
      if (!isAtFloor) expect(percent).toBeGreaterThanOrEqual(20);
      else expect(percent).toBeLessThanOrEqual(20);
    }),
    { numRuns: 1_000, seed: 20_261_128 },
  );
});
