import { expect, test } from 'vitest';
import { chosenFilters, withoutFilter } from './chosen-filters.ts';
import { type ListState, listFromUrl } from './filter.ts';

const known = { manufacturers: [{ id: 'nokian' }, { id: 'sava' }], branches: [{ id: 'ringtee' }] };
const read = (query: string): ListState => listFromUrl(new URLSearchParams(query), 'summer', known);

const chosen = (query: string) =>
  chosenFilters(read(query), 'summer').map(([field, value]) => (value ? `${field}=${value}` : field));

test('the default list has no chosen filter, and neither has a list without size and season', () => {
  expect(chosen('')).toEqual([]);
  expect(chosen('season=summer&sort=noise&page=2&compare=strong')).toEqual([]);
  expect(chosen('treadWidth=&profile=&diameter=&season=')).toEqual([]);
});

test.each([
  ['treadWidth=225&profile=45&diameter=17', ['size']],
  ['diameter=17', ['size']],
  ['diameter=&season=', ['size']],
  ['season=truck', ['season=truck']],
  ['manufacturer=nokian&manufacturer=sava', ['manufacturer=nokian', 'manufacturer=sava']],
  [
    'priceFrom=50&priceTo=80.5&load=91&xl=1&branch=ringtee',
    ['priceFrom=50', 'priceTo=80.5', 'load=91', 'xl=1', 'branch=ringtee'],
  ],
])('the chosen filters of %j are %j', (query, expected) => expect(chosen(query)).toEqual(expected));

const everything =
  'treadWidth=225&profile=45&diameter=17&season=truck&manufacturer=nokian&manufacturer=sava&priceFrom=50&priceTo=80&speed=V&fuel=B&snow=1';

test('each chosen filter can be removed alone', () => {
  const list = read(everything);
  const before = chosenFilters(list, 'summer');
  const fields = before.map(([field]) => field).join(' ');
  expect(fields).toBe('size season manufacturer manufacturer priceFrom priceTo speed fuel snow');
  for (const removed of before) {
    const after = chosenFilters(withoutFilter(list, ...removed), 'summer');
    expect(after).toEqual(before.filter((other) => other !== removed));
  }
});

test('removing the size or season clears it, and does not set the default', () => {
  const list = read(everything);
  expect(withoutFilter(list, 'size').filter).toMatchObject({ treadWidth: null, profile: null, diameter: null });
  expect(withoutFilter(list, 'season').filter.season).toBeNull();
});
