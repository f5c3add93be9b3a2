import { expect, test } from 'vitest';
import { title } from '../../../../../test/support/catalogue/tire-to-price.ts';
import { termsInForce } from './applied-rules.server.ts';
import { manufacturersIn, type PriceRulesConfig, readPriceRules, unreachableRules } from './price-rules.ts';

const read = (content: unknown) => readPriceRules(content, 'prices.config.ts');

test('lists every wrong field below the name of the file', () => {
  const wrong = {
    markup: [
      { name: 'a', percent: 12.345 },
      { name: 'a', percent: 10 },
    ],
    floor: [{ name: 'b', when: { rim: '17-19' }, margin: -1 }],
    round: { endings: ['90'] },
    campaigns: [
      { id: 'x', from: '2026-12-01', to: '2026-12-02', percentOff: 20, title: { ee: 'Talv −20 %', en: ' ' } },
    ],
    minimum: 5,
  };
  expect(() => read(wrong)).toThrow(/^prices\.config\.ts\n/);
  const faults = (() => {
    try {
      read(wrong);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').slice(1);
    }
  })();
  expect(faults).toEqual([
    'markup.0.percent: must be a percentage from 0 to 500, with at most two decimals',
    'markup: the name of each rule must be unique',
    "floor.0.when.rim: must be a number or a range, such as '17..19', '20..' or '..50'",
    'floor.0.margin: must be euros from 0 to 10000, with at most four decimals',
    "round.endings.0: must be an ending, such as '.90'",
    ...['ee', 'en', 'ru'].map(
      (locale) =>
        `campaigns.0.title.${locale}: must be a text of at most 60 characters on one line, without %, because the shop adds the percentage`,
    ),
    'minimum: is not a known key',
  ]);
});

test('a ceiling `competitor` needs `maxAgeDays`, and no other ceiling may have it', () => {
  expect(() => read({ ceiling: [{ name: 'a', to: 'competitor' }] })).toThrow('ceiling.0.maxAgeDays');
  expect(() => read({ ceiling: [{ name: 'a', to: 'list', maxAgeDays: 3 }] })).toThrow('ceiling.0.maxAgeDays');
});

test('refuses a floor at the price of a supplier’s list: a supplier may not set a minimum price', () => {
  expect(() => read({ floor: [{ name: 'minimum advertised price', margin: 0, to: 'list' }] })).toThrow('floor.0.to');
});

test('reports rules that an earlier rule makes unreachable', () => {
  const markup: PriceRulesConfig['markup'] = [
    { name: 'wide', when: { rim: '16..20', season: ['summer', 'winter'] }, percent: 10 },
    { name: 'covered', when: { rim: '17..18', season: 'winter', maker: 'nokian' }, percent: 12 },
    { name: 'wider', when: { rim: '15..18', season: 'winter' }, percent: 12 },
    { name: 'rest', percent: 18 },
    { name: 'never', when: { vehicle: 'van' }, percent: 20 },
  ];
  expect(unreachableRules(read({ markup }))).toEqual(['markup: covered', 'markup: never']);
});

test.each([
  ['2026-12-01 18:00', '2026-12-01 18:00', 'must be later than `from`, or the same day'],
  ['2026-12-01 24:00', '2026-12-02', 'must be a day or a minute'],
  ['2026-12-32', '2026-12-02', 'must be a day or a minute'],
  ['2026-12-01T18:00', '2026-12-02', 'must be a day or a minute'],
])('refuses a campaign from %s to %s', (from, to, error) => {
  const title = { ee: 'Talv', en: 'Winter', ru: 'Зима' };
  expect(() => read({ campaigns: [{ id: 'x', from, to, percentOff: 20, title }] })).toThrow(error);
});

test('turns names of manufacturers into their ids', () => {
  expect(
    manufacturersIn(read({ markup: [{ name: 'a', when: { maker: ['Škoda', 'BFGoodrich'] }, percent: 1 }] })),
  ).toEqual(['skoda', 'bfgoodrich']);
});

test('a campaign that ends in the hour that the clock repeats runs until then without a break', () => {
  const campaigns = [{ id: 'autumn', from: '2026-10-24', to: '2026-10-25 03:30', percentOff: 5, title }];
  const vat = [{ from: '2025-07-01', percent: 24 }];
  const runsAt = (time: string) => termsInForce({ rules: read({ campaigns }), vat }, new Date(time)).includes('autumn');
  const daylightTime = ['2026-10-25T00:29Z', '2026-10-25T00:30Z'];
  const standardTime = ['2026-10-25T01:00Z', '2026-10-25T01:29Z', '2026-10-25T01:30Z'];
  expect([...daylightTime, ...standardTime].map(runsAt)).toEqual([true, true, true, true, false]);
});
