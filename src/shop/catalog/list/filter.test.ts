import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seasonFilterIds } from '../road/season.ts';
import {
  emptyMoreFilters,
  type Filter,
  type ListState,
  labelClasses,
  listFromUrl,
  listToQuery,
  listToUrl,
  maxCompared,
  moreFields,
  moreRanges,
  pageSize,
  sizeRanges,
  sortIds,
} from './filter.ts';
import { productQuery } from './product-query.ts';

const manufacturerIds = ['michelin', 'nokian', 'sava'];
const knownIds = {
  manufacturers: manufacturerIds.map((id) => ({ id })),
  branches: [{ id: 'ringtee' }, { id: 'annelinn' }],
};
const defaultFilter: Filter = { treadWidth: 205, profile: 55, diameter: 16, season: 'summer', manufacturer: null };
const defaultList: ListState = {
  filter: defaultFilter,
  more: emptyMoreFilters,
  sort: 'recommended',
  page: 1,
  compare: [],
};
const read = (query: string) => listFromUrl(new URLSearchParams(query), 'summer', knownIds);

const optionalSize = ({ min, max, step }: { min: number; max: number; step: number }) =>
  fc.option(fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step));

const optionalEuros = fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100));
const optionalLabelClass = fc.option(fc.constantFrom(...labelClasses));

/** Lists with some manufacturers: the first is in `filter`, the others are in `more`. */
const lists: fc.Arbitrary<ListState> = fc
  .record({
    chosen: fc.shuffledSubarray(manufacturerIds),
    filter: fc.record({
      treadWidth: optionalSize(sizeRanges.treadWidth),
      profile: optionalSize(sizeRanges.profile),
      diameter: optionalSize(sizeRanges.diameter),
      season: fc.option(fc.constantFrom(...seasonFilterIds)),
    }),
    more: fc.record({
      priceFrom: optionalEuros,
      priceTo: optionalEuros,
      load: fc.option(fc.integer(moreRanges.load)),
      speed: fc.option(fc.constantFrom('H', 'V', '(Y)')),
      fuel: optionalLabelClass,
      wet: optionalLabelClass,
      noise: fc.option(fc.integer(moreRanges.noise)),
      snow: fc.boolean(),
      ice: fc.boolean(),
      runflat: fc.boolean(),
      xl: fc.boolean(),
      van: fc.boolean(),
      branch: fc.option(fc.constantFrom('ringtee', 'annelinn')),
    }),
    sort: fc.constantFrom(...sortIds),
    page: fc.integer({ min: 1, max: 10_000 }),
    compare: fc.shuffledSubarray(['one', 'two', 'three', 'four'], { maxLength: maxCompared }),
  })
  .map(({ chosen: [manufacturer = null, ...manufacturers], filter, more, ...list }) => ({
    ...list,
    filter: { ...filter, manufacturer },
    more: { ...more, manufacturers },
  }));

test('listFromUrl reads back what listToUrl has written, whatever the default season', () => {
  fc.assert(
    fc.property(lists, fc.constantFrom(...seasonFilterIds), (list, season) => {
      expect(listFromUrl(new URLSearchParams(listToUrl(list)), season, knownIds)).toEqual(list);
    }),
  );
});

test('every link contains the season and omits default values', () => {
  expect(listToUrl({ filter: defaultFilter })).toBe('?season=summer');
  expect(listToUrl({ filter: { ...defaultFilter, season: null }, sort: 'recommended', page: 1 })).toBe('?season=');
  expect(
    listToUrl({ filter: { ...defaultFilter, diameter: 17, manufacturer: 'nokian' }, sort: '-price', page: 3 }),
  ).toBe('?diameter=17&season=summer&manufacturer=nokian&sort=-price&page=3');
  fc.assert(fc.property(lists, (list) => new URLSearchParams(listToUrl(list)).getAll('season').length === 1));
});

describe('the list of a URL', () => {
  test('is the default one without parameters', () => {
    expect(read('')).toEqual(defaultList);
    expect(listFromUrl(new URLSearchParams(), 'winter_friction', knownIds).filter.season).toBe('winter_friction');
  });

  test('is not restricted by a filter with an empty value', () => {
    expect(read('treadWidth=&profile=&diameter=&season=&manufacturer=').filter).toEqual({
      treadWidth: null,
      profile: null,
      diameter: null,
      season: null,
      manufacturer: null,
    });
  });

  test('has the values of the URL', () => {
    expect(read('treadWidth=315&profile=0&diameter=22.5&season=runflat&manufacturer=sava&sort=noise&page=2')).toEqual({
      filter: { treadWidth: 315, profile: 0, diameter: 22.5, season: 'runflat', manufacturer: 'sava' },
      more: emptyMoreFilters,
      sort: 'noise',
      page: 2,
      compare: [],
    });
  });

  test.each([
    'treadWidth=99',
    'treadWidth=501',
    'treadWidth=205.5',
    'treadWidth=wide',
    'treadWidth=2e2',
    'treadWidth=0xcd',
    'profile=-1',
    'profile=%20',
    'profile=101',
    'diameter=16.3',
    'diameter=31',
    'diameter=Infinity',
    'season=winter',
    'season=Summer',
    'manufacturer=unknown',
    'manufacturer=NOKIAN',
    'sort=cheap',
    'sort=constructor',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=10001',
    'page=two',
    'page=%20',
    'color=black',
    'priceFrom=-1',
    'priceTo=10001',
    'priceTo=9.999',
    'priceTo=',
    'load=high',
    'load=49',
    'speed=I',
    'speed=',
    'fuel=F',
    'wet=a',
    'noise=30',
    'noise=70.5',
    'xl=yes',
    'branch=elsewhere',
    'compare=No%20id',
  ])('has the default instead of an invalid or unknown value: %s', (query) => {
    expect(read(query)).toEqual(defaultList);
  });

  test('is accepted by the API, whatever the URL', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.constantFrom(...seasonFilterIds),
    );
    const fields = ['treadWidth', 'profile', 'diameter', 'season', 'manufacturer', 'sort', 'page', ...moreFields];
    const query = fc.dictionary(fc.constantFrom(...fields), value).map((values) => `${new URLSearchParams(values)}`);
    fc.assert(
      fc.property(query, (query) => {
        const parameters = new URLSearchParams(
          Object.entries(listToQuery(read(query))).map(([key, parameter]) => [key, `${parameter}`]),
        );
        expect(productQuery.safeParse(Object.fromEntries(parameters)).success).toBe(true);
      }),
    );
  });
});

test('requests only the chosen filters from the API, one page at a time', () => {
  const anyTire: Filter = { treadWidth: null, profile: null, diameter: null, season: null, manufacturer: null };
  expect(listToQuery({ filter: anyTire, more: emptyMoreFilters, sort: 'name', page: 1 })).toEqual({
    sort: 'name',
    grouped: '1',
    limit: pageSize,
    offset: 0,
  });
  expect(
    listToQuery({ filter: { ...defaultFilter, profile: 0 }, more: emptyMoreFilters, sort: 'recommended', page: 3 }),
  ).toEqual({
    treadWidth: 205,
    profile: 0,
    diameter: 16,
    season: 'summer',
    sort: 'recommended',
    grouped: '1',
    limit: pageSize,
    offset: 2 * pageSize,
  });
});

test('requests several manufacturers together, and every filter by its own name', () => {
  const list = read(
    'season=summer&manufacturer=nokian&manufacturer=sava&manufacturer=nokian&xl=1&priceTo=99.9&speed=H',
  );
  expect(list.filter.manufacturer).toBe('nokian');
  expect(listToQuery(list)).toMatchObject({ manufacturer: ['nokian', 'sava'], xl: '1', priceTo: 99.9, speed: 'H' });
  expect(listToUrl(list)).toBe('?season=summer&manufacturer=nokian&manufacturer=sava&priceTo=99.9&speed=H&xl=1');
});

test('compares at most four tires, each once', () => {
  expect(read('compare=a&compare=b&compare=a&compare=c&compare=d&compare=e').compare).toEqual(['a', 'b', 'c', 'd']);
});
