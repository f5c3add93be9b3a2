import { expect, test } from 'vitest';
import {
  cents,
  ownStock,
  price,
  source,
  tire,
  title,
  workedExample,
} from '../../../../../test/support/catalogue/tire-to-price.ts';
import { exactText } from './exact.ts';
import type { Source } from './matches.ts';
import type { PricingOptions, TireToPrice } from './price-tire.ts';

const grossCents = (netEuros: number) => Math.round(netEuros * 124);
/** Cost, freight and least margin of the worked example, with VAT. */
const floorOfExample = grossCents(70 + 1.5 + 6);

test('the worked example costs 107.90, and its steps say why', () => {
  const priced = price(workedExample);
  expect(priced).toMatchObject({ cents: 107_90, regularCents: 107_90, campaign: null, heldCents: null });
  const steps = priced?.steps.map(({ stage, rule, after }) => `${stage} ${rule} ${exactText(after)}`);
  expect(steps).toEqual(['cost freight 71.50', 'markup rest 86.37', 'vat 24 % 107.0988', 'round  107.90']);
});

test.each([
  [{ season: 'winter', maker: 'Nokian' }, 'conditional'],
  [{ supplier: ['other', 'latakko'] }, 'conditional'],
  [{ rim: '15..16', width: 205 }, 'conditional'],
  [{ model: 'hakkapeliitta r5', vehicle: ['car', 'van'], runflat: false, studs: 'none' }, 'conditional'],
  [{ cost: '70..', list: '..99.90', ean: '6419440382319', sku: 'L1', place: 'supplier' }, 'conditional'],
  [{ ean: ['8', '06419440382319'] }, 'conditional'],
  [{ season: 'summer' }, 'rest'],
  [{ maker: 'michelin' }, 'rest'],
  [{ rim: '17..' }, 'rest'],
  [{ cost: '..69.99' }, 'rest'],
  [{ place: 'own' }, 'rest'],
] satisfies [object, string][])('of a markup with the conditions %j and one without, %s applies', (when, applied) => {
  const markup = [
    { name: 'conditional', when: when as object, percent: 10 },
    { name: 'rest', percent: 100 },
  ];
  const priced = price({ markup });
  expect(priced?.steps.find(({ stage }) => stage === 'markup')?.rule).toBe(applied);
  expect(priced?.cents).toBe(grossCents(applied === 'conditional' ? 70 * 1.1 : 70 * 2));
});

test('a markup has limits in euros', () => {
  const markup = [{ name: 'limited', percent: 25, atLeast: 9, atMost: 15 }];
  expect([20, 50, 100].map((costNet) => cents({ markup }, { sources: [source({ costNet })] }))).toEqual([
    grossCents(20 + 9),
    grossCents(50 * 1.25),
    grossCents(100 + 15),
  ]);
});

test('the highest floor wins, then the lowest ceiling, which goes below the floor only until the day that it names', () => {
  const markup = [{ name: 'all', percent: 50 }];
  const floor = [
    { name: 'six', margin: 6 },
    { name: 'ten percent', margin: 0, percent: 10 },
  ];
  const highestFloor = grossCents(70 * 1.1);
  expect(cents({ markup: [], floor }, { sources: [source({ listCents: 50_00 })] })).toBe(highestFloor);
  expect(
    cents({
      markup,
      floor,
      ceiling: [
        { name: 'list', to: 'list' },
        { name: 'cap', to: 98, minus: 0.1 },
      ],
    }),
  ).toBe(97_90);
  expect(cents({ markup, floor, ceiling: [{ name: 'cap', to: 80 }] })).toBe(highestFloor);
  const below = { floor: true, until: '2026-11-28' } as const;
  const clearance = { markup, floor, ceiling: [{ name: 'clearance', to: 80, below }] };
  expect(cents(clearance)).toBe(80_00);
  expect(cents(clearance, {}, { day: '2026-11-29' })).toBe(highestFloor);
});

test('the recommended price is a ceiling and a condition, where the list has one', () => {
  const ceiling = [{ name: 'recommended', to: 'recommended' as const, minus: 1 }];
  const recommended = [source({ recommendedCents: 100_00 })];
  expect(cents({ ...workedExample, ceiling }, { sources: recommended })).toBe(98_90);
  expect(cents({ ...workedExample, ceiling })).toBe(107_90);
  const markup = [
    { name: 'cheap', when: { recommended: '..100' }, percent: 10 },
    { name: 'rest', percent: 100 },
  ];
  expect(cents({ markup }, { sources: recommended })).toBe(grossCents(70 * 1.1));
  expect(cents({ markup })).toBe(grossCents(70 * 2));
});

test('rounding down keeps a price of the list or of a ceiling that has the ending', () => {
  const sources = [source({ costNet: 40, listCents: 79_90 })];
  const round = { endings: ['.90'], mode: 'down' as const };
  expect(cents({ round }, { sources })).toBe(79_90);
  const markup = [{ name: 'dear', percent: 100 }];
  expect(cents({ markup, ceiling: [{ name: 'list', to: 'list' }], round }, { sources })).toBe(79_90);
});

test('the lowest price of competitors that is not too old is a ceiling, and the step names its source and day', () => {
  const competitorPrices = [
    { source: 'old', cents: 60_00, day: '2026-11-24' },
    { source: 'rehv24', cents: 102_00, day: '2026-11-25' },
    { source: 'other', cents: 105_00, day: '2026-11-28' },
  ];
  const ceiling = [{ name: 'rivals', to: 'competitor' as const, minus: 0.1, maxAgeDays: 3 }];
  const rules = { ...workedExample, ceiling };
  const onDay = (day: string) => price(rules, { tire: { ...tire, competitorPrices } }, { day });
  expect(onDay('2026-11-28')?.cents).toBe(101_90);
  expect(onDay('2026-11-28')?.steps).toContainEqual(
    expect.objectContaining({ stage: 'ceiling', rule: 'rivals', competitorPrice: competitorPrices[1] }),
  );
  expect(onDay('2026-11-29')?.cents).toBe(104_90);
  expect(onDay('2026-12-02')?.cents).toBe(107_90);
  // The oldest price is below the floor of 96.10, which is rounded up.
  expect(onDay('2026-11-27')?.cents).toBe(96_90);
});

test.each([
  ['up', 86.96, 107_90], // 107.83 with VAT
  ['up', 87.025, 108_90], // 107.91
  ['nearest', 87.2, 107_90], // 108.13
  ['nearest', 87.5, 108_90], // 108.50
  ['down', 87.8, 107_90], // 108.87
] as const)('rounds %s from a net price of %d to %d cents, but not below the cost', (mode, net, expected) => {
  const rules = { markup: [{ name: 'none', percent: 0 }], round: { endings: ['.90'], mode } };
  const priceWithoutMargin = cents(rules, { sources: [source({ costNet: net })] }) ?? 0;
  expect(priceWithoutMargin).toBeGreaterThanOrEqual(Math.ceil(net * 124));
  const withMargin = { ...rules, markup: [{ name: 'margin', percent: 0, plus: net - 50 }] };
  expect(cents(withMargin, { sources: [source({ costNet: 50 })] })).toBe(expected);
});

test('rounding stays below a ceiling', () => {
  const rules = { ...workedExample, ceiling: [{ name: 'cap', to: 107.5 }] };
  expect(cents(rules)).toBe(106_90);
  expect(cents({ ...rules, floor: [{ name: '107.26 with VAT', margin: 15 }] })).toBe(107_50);
  expect(cents({ ...rules, floor: [{ name: '108.50 with VAT', margin: 16 }] })).toBe(108_90);
});

test.each(['down', 'nearest'] as const)('rounding %s stays below a ceiling and above the floor', (mode) => {
  // 100.30 before rounding, with a floor of 100.20.
  const rules = { markup: [{ name: 'all', percent: 0, plus: 10.8871 }], floor: [{ name: 'least', margin: 10.8064 }] };
  const withCeiling = (to: number) =>
    cents({ ...rules, ceiling: [{ name: 'cap', to }], round: { endings: ['.90'], mode } });
  for (const ceilingAboveEnding of [120, 100.9]) expect(withCeiling(ceilingAboveEnding)).toBe(100_90);
  expect(withCeiling(100.8)).toBe(100_80);
  const ceilingBelowFloor = 99;
  expect(withCeiling(ceilingBelowFloor)).toBe(100_90);
});

test('a tire without a known cost has the price of its list', () => {
  expect(cents(workedExample, { sources: [source({ costNet: null })] })).toBe(99_90);
  expect(cents(workedExample, { sources: [] })).toBeUndefined();
});

test('the cheapest source with four pieces sets the price; own stock goes before suppliers', () => {
  const expensive = source({ supplier: 'a', costNet: 80 });
  const cheapFew = source({ supplier: 'b', costNet: 60, pieces: 3 });
  const leading = (sources: Source[], rules = workedExample) =>
    price(rules, { sources })?.leadingSource.source.supplier ?? 'own stock';
  expect(leading([expensive, cheapFew])).toBe('a');
  expect(leading([expensive, { ...cheapFew, pieces: 4 }])).toBe('b');
  const withOwn = { ...workedExample, own: [{ name: 'own stock', percent: 30 }] };
  expect(leading([expensive, ownStock({ pieces: 4 })])).toBe('a');
  expect(leading([expensive, ownStock({ pieces: 4, costNet: 90 })], withOwn)).toBe('own stock');
  expect(leading([expensive, ownStock({ pieces: 3 })], withOwn)).toBe('a');
  expect(leading([expensive, ownStock({ costNet: null })], withOwn)).toBe('a');
  expect(cents(withOwn, { sources: [expensive, ownStock({ pieces: 4, costNet: 50 })] })).toBe(80_90); // from 80.60
});

test('a pinned price replaces the rules, but goes below the floor only with belowFloor', () => {
  expect(cents(workedExample, { pinned: { cents: 99_00, belowFloor: false } })).toBe(99_00);
  expect(cents(workedExample, { pinned: { cents: 79_00, belowFloor: false } })).toBe(floorOfExample);
  expect(cents(workedExample, { pinned: { cents: 79_00, belowFloor: true } })).toBe(79_00);
});

test('a campaign runs from its first to its last day, rounds down and stays above the floor', () => {
  const campaigns = [
    { id: 'winter', when: { season: 'winter' as const }, from: '2026-12-01', to: '2026-12-07', percentOff: 20, title },
  ];
  const rules = { ...workedExample, campaigns };
  const onDay = (day: string, percentOff = 20) =>
    price({ ...rules, campaigns: campaigns.map((campaign) => ({ ...campaign, percentOff })) }, {}, { day });
  expect(onDay('2026-11-30')).toMatchObject({ cents: 107_90, campaign: null });
  expect(onDay('2026-12-01', 7.5)).toMatchObject({
    cents: Math.floor(10_790 * 0.925),
    campaign: 'winter',
    regularCents: 107_90,
  });
  expect(onDay('2026-12-07')).toMatchObject({ cents: floorOfExample, campaign: 'winter' });
  expect(onDay('2026-12-08')).toMatchObject({ cents: 107_90, campaign: null });
});

test.each([
  ['2026-12-01', '2026-12-07', ['2026-12-01 00:00', '2026-12-07 23:59'], ['2026-11-30 23:59', '2026-12-08 00:00']],
  [
    '2026-12-01 18:00',
    '2026-12-01',
    ['2026-12-01 18:00', '2026-12-01 23:59'],
    ['2026-12-01 17:59', '2026-12-02 00:00'],
  ],
  [
    '2026-12-01',
    '2026-12-02 09:30',
    ['2026-12-01 00:00', '2026-12-02 09:29'],
    ['2026-11-30 23:59', '2026-12-02 09:30'],
  ],
])('a campaign from %s to %s runs at %j, and not at %j', (from, to, inside, outside) => {
  const rules = { ...workedExample, campaigns: [{ id: 'sale', from, to, percentOff: 5, title }] };
  const campaignAt = (minute: string) => {
    const [day = '', time = ''] = minute.split(' ');
    return price(rules, {}, { day, time })?.campaign;
  };
  expect([...inside, ...outside].map(campaignAt)).toEqual(['sale', 'sale', null, null]);
});

test('the guard holds a price that changes too much in a day, but not below the floor', () => {
  const rules = { ...workedExample, guard: { biggestChange: 25, smallest: 20, largest: 2000 } };
  const previous = { regularCents: 107_90, baseCents: 107_90, baseDay: '2026-11-27' };
  const withCost = (costNet: number, changes: Partial<TireToPrice> = {}, options: Partial<PricingOptions> = {}) =>
    price(rules, { sources: [source({ costNet })], previous, ...changes }, options);
  const farBelow = 21_90;
  expect(withCost(7)).toMatchObject({
    cents: 107_90,
    heldCents: farBelow,
    guardBase: { cents: 107_90, day: '2026-11-28' },
  });
  expect(withCost(7, {}, { ignoresGuard: true })).toMatchObject({ cents: farBelow, heldCents: null });
  expect(withCost(7, { previous: null })).toMatchObject({ cents: farBelow, heldCents: null });
  const floorCents = grossCents(700 + 1.5 + 6);
  expect(withCost(700)).toMatchObject({ cents: floorCents, heldCents: 1029_90 });
  expect(withCost(75)).toMatchObject({ cents: 114_90, heldCents: null });
  const changedToday = { regularCents: 130_90, baseCents: 107_90, baseDay: '2026-11-28' };
  expect(withCost(92, { previous: changedToday })).toMatchObject({
    cents: 130_90,
    heldCents: 139_90,
    guardBase: { cents: 107_90 },
  });
});
