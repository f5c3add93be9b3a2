import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { catalogueOf } from '../../../shop/catalog/catalogue.server.ts';
import { type ListState, listFromUrl, listToQuery, listToUrl } from '../../../shop/catalog/list/filter.ts';
import { searchTires } from '../../../shop/catalog/search/search-tires.ts';
import { waysToLoosen } from './no-result.tsx';

const known = { manufacturers: [{ id: 'nokian' }, { id: 'sava' }], branches: [{ id: 'ringtee' }] };
const read = (query: string): ListState => listFromUrl(new URLSearchParams(query), 'summer', known);

// Without other values, a tire is a summer tire 205/55 R16 91V of Nokian for 79.90 euros, whose label has fuel class C.
const catalogue = catalogueOf([
  aTire({ id: 'light', price: 60, loadIndex: '88', manufacturer: { id: 'sava', label: 'Sava' } }),
  aTire({ id: 'strong', price: 90, loadIndex: '94', marks: ['XL'], manufacturer: { id: 'sava', label: 'Sava' } }),
  aTire({ id: 'dear', price: 140, loadIndex: '94', marks: ['XL'] }),
  aTire({ id: 'unlabelled', label: null, size: { treadWidth: 195, profile: 55, diameter: 16, text: '195/55 R16' } }),
  aTire({
    id: 'run-flat',
    season: 'all_season',
    marks: ['RF'],
    size: { treadWidth: 185, profile: 55, diameter: 16, text: '185/55 R16' },
  }),
]);

const ways = (query: string) => {
  const list = read(query);
  const { withoutFilter } = searchTires(catalogue, listToQuery(list));
  return waysToLoosen(list, withoutFilter).map((way) => [way.field, way.count, listToUrl(way.list)]);
};

test('offers to remove each filter that alone hides all tires, with the count of tires that its removal brings', () => {
  expect(ways('season=summer&priceTo=80&load=94&xl=1')).toEqual([['price', 2, '?season=summer&load=94&xl=1']]);
  expect(ways('season=summer&priceTo=80&load=94')).toEqual([
    ['load', 1, '?season=summer&priceTo=80'],
    ['price', 2, '?season=summer&load=94'],
  ]);
  expect(ways('season=truck&xl=1&page=3')).toEqual([['season', 2, '?season=&xl=1']]);
});

test('offers to remove a mark, and a fuel class that no tire of the list has', () => {
  expect(ways('season=summer&runflat=1')).toEqual([['runflat', 3, '?season=summer']]);
  expect(ways('treadWidth=195&season=summer&fuel=A')).toEqual([['fuel', 1, '?treadWidth=195&season=summer']]);
});

test('counts a run-flat tire once when the season is removed', () => {
  expect(ways('treadWidth=185&season=summer')).toEqual([
    ['treadWidth', 4, '?treadWidth=&season=summer'],
    ['season', 1, '?treadWidth=185&season='],
  ]);
});

test('offers to remove all manufacturers together', () => {
  expect(ways('season=summer&manufacturer=nokian&load=88&priceTo=70')).toEqual([
    ['manufacturer', 1, '?season=summer&priceTo=70&load=88'],
    ['price', 1, '?season=summer&manufacturer=nokian&load=88'],
  ]);
  expect(ways('season=summer&manufacturer=nokian&manufacturer=sava&fuel=A')).toEqual([
    ['fuel', 3, '?season=summer&manufacturer=nokian&manufacturer=sava'],
  ]);
});
