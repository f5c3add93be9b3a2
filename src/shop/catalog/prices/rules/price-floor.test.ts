import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownStock, price, pricingDay, tire, title } from '../../../../../test/support/catalogue/tire-to-price.ts';

const euros = fc.integer({ min: 1, max: 5_000_000 }).map((units) => units / 10_000);
const smallEuros = fc.integer({ min: 0, max: 500_000 }).map((units) => units / 10_000);
const percents = fc.integer({ min: 0, max: 9_000 }).map((basisPoints) => basisPoints / 100);
function atMostOne<T>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) {
  return fc.array(fc.record(fields), { maxLength: 1 });
}

test('no price is below its floor, whatever the rules, costs, campaigns and earlier prices', () => {
  const rules = fc.record({
    cost: atMostOne({ name: fc.constant('freight'), add: smallEuros }),
    markup: atMostOne({ name: fc.constant('markup'), percent: percents, plus: smallEuros, atMost: smallEuros }),
    own: atMostOne({ name: fc.constant('own'), percent: percents }),
    floor: atMostOne({ name: fc.constant('floor'), margin: smallEuros, percent: percents }),
    ceiling: atMostOne({
      name: fc.constant('cap'),
      to: fc.constantFrom('list' as const, 'recommended' as const, 20, 99.9),
    }),
    competitorCeilings: atMostOne({
      name: fc.constant('competitors'),
      minus: smallEuros,
      maxAgeDays: fc.constantFrom(0, 3),
    }),
    round: fc.record({
      endings: fc.subarray(['.90', '.00', '.49']),
      mode: fc.constantFrom('up' as const, 'nearest' as const, 'down' as const),
    }),
    campaigns: atMostOne({
      id: fc.constant('sale'),
      from: fc.constant(pricingDay.day),
      to: fc.constant(pricingDay.day),
      percentOff: percents.map((percent) => percent || 1), // rules refuse 0
      title: fc.constant(title),
    }),
    guard: fc.record({ biggestChange: percents, smallest: smallEuros }),
  });
  const source = fc
    .record({
      supplier: fc.constantFrom(null, 'a', 'b'),
      sku: fc.constant('1'),
      costNet: euros,
      listCents: fc.integer({ min: 1, max: 1_000_000 }),
      recommendedCents: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      pieces: fc.integer({ min: 0, max: 8 }),
    })
    .map((fields) => {
      const { costNet, pieces } = fields;
      return fields.supplier === null ? ownStock({ costNet, pieces }) : fields;
    });
  const sources = fc.array(source, { minLength: 1, maxLength: 3 });
  const competitorPrices = fc.array(
    fc.record({
      source: fc.constant('competitor'),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      day: fc.constantFrom('2026-11-24', '2026-11-25', pricingDay.day),
    }),
    { maxLength: 2 },
  );
  const optionalCents = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
  fc.assert(
    fc.property(
      rules,
      sources,
      competitorPrices,
      optionalCents,
      optionalCents,
      ({ competitorCeilings: competitors, ...config }, sources, competitorPrices, pinnedCents, previousCents) => {
        const competitorCeilings = competitors.map((rule) => ({ ...rule, to: 'competitor' as const }));
        const priced = price(
          { ...config, ceiling: [...config.ceiling, ...competitorCeilings] },
          {
            tire: { ...tire, competitorPrices },
            sources,
            pinned: pinnedCents === null ? null : { cents: pinnedCents, belowFloor: false },
            previous:
              previousCents === null
                ? null
                : { regularCents: previousCents, baseCents: previousCents, baseDay: pricingDay.day },
          },
        );
        if (!priced) return;
        const { source, floorCents } = priced.leadingSource;
        expect(priced.cents).toBeGreaterThanOrEqual(floorCents ?? 0);
        // Amounts below are in ten-thousandths of a euro. `gross` includes VAT of 24 %, the others are without VAT.
        const [floor] = config.floor;
        const freight = source.supplier === null ? 0 : (config.cost[0]?.add ?? 0);
        const landed = Math.round((source.costNet ?? 0) * 10_000) + Math.round(freight * 10_000);
        const margin = Math.max(
          Math.round((floor?.margin ?? 0) * 10_000),
          Math.floor((landed * Math.round((floor?.percent ?? 0) * 100)) / 10_000),
        );
        const gross = priced.cents * 100;
        expect(gross * 100).toBeGreaterThanOrEqual((landed + margin) * 124);
      },
    ),
    { numRuns: 3_000, seed: 20_261_128 },
  );
});
