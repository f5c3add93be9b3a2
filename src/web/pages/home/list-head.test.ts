import { expect, test } from 'vitest';
import { listFromUrl } from '../../../shop/catalog/list/filter.ts';
import { canonicalListQuery } from './list-head.tsx';

const known = { manufacturers: [{ id: 'nokian' }], branches: [{ id: 'ringtee' }] };
const defaultSizeQuery = 'treadWidth=205&profile=55&diameter=16';

const canonicalOf = (query: string, defaultSeason: 'summer' | 'winter_friction' = 'summer') => {
  const search = new URLSearchParams(query);
  return canonicalListQuery(search, listFromUrl(search, defaultSeason, known));
};

test.each([
  ['?utm_source=newsletter&fbclid=1', ''],
  ['?season=summer&utm_source=newsletter', '?season=summer'],
  ['?season=summer&compare=one&compare=two', '?season=summer'],
  ['?season=summer&manufacturer=nokian&xl=1&priceTo=90&branch=ringtee', '?season=summer&manufacturer=nokian'],
])('the canonical query has only the page and the five main filters: %j becomes %j', (requested, canonical) => {
  expect(canonicalOf(requested)).toBe(canonical);
});

test.each([
  ['', ''],
  ['?page=1', ''],
  ['?page=2', '?season=summer&page=2'],
  ['?sort=noise', ''],
  ['?sort=noise&page=2', ''],
  ['?season=summer&sort=-price', '?season=summer'],
  ['?season=summer&sort=-price&page=3', '?season=summer'],
  ['?season=summer&sort=price&page=3', '?season=summer'],
  ['?season=summer&sort=recommended&page=3', '?season=summer&page=3'],
])('the canonical query keeps the page only in the recommended order: %j becomes %j', (requested, canonical) => {
  expect(canonicalOf(requested)).toBe(canonical);
});

test.each([
  ['?season=summer', '?season=summer'],
  ['?diameter=17', '?diameter=17&season=summer'],
  ['?manufacturer=nokian', '?season=summer&manufacturer=nokian'],
  ['?season=truck&diameter=&profile=&treadWidth=', '?treadWidth=&profile=&diameter=&season=truck'],
])('the canonical query names the season, and has a fixed order: %j becomes %j', (requested, canonical) => {
  expect(canonicalOf(requested)).toBe(canonical);
});

test.each([
  ['?season=unknown', '?season=summer'],
  ['?manufacturer=unknown', '?season=summer'],
  [`?${defaultSizeQuery}&season=summer&manufacturer=&sort=price`, '?season=summer'],
])('the canonical query leaves out default and unknown values: %j becomes %j', (requested, canonical) => {
  expect(canonicalOf(requested)).toBe(canonical);
});

test.each(['?page=2', '?diameter=17&sort=name', '?season=', '?season=truck&diameter=&manufacturer=nokian'])(
  'the canonical query of %j is its own canonical query',
  (requested) => {
    const canonical = canonicalOf(requested, 'winter_friction');
    expect(canonicalOf(canonical, 'winter_friction')).toBe(canonical);
  },
);
