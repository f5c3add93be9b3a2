import { expect, test } from 'vitest';
import { listFromUrl } from '../../../shop/catalog/list/filter.ts';
import { canonicalListQuery } from './list-head.tsx';

const known = { manufacturers: [{ id: 'nokian' }], branches: [{ id: 'ringtee' }] };

test.each([
  ['', ''],
  ['?utm_source=newsletter&fbclid=1', ''],
  ['?sort=noise', ''],
  ['?sort=noise&page=2', ''],
  ['?page=1', ''],
  ['?page=2', '?season=summer&page=2'],
  ['?season=summer', '?season=summer'],
  ['?season=summer&utm_source=newsletter', '?season=summer'],
  ['?season=summer&sort=-price', '?season=summer'],
  ['?season=summer&sort=-price&page=3', '?season=summer'],
  ['?season=summer&sort=price&page=3', '?season=summer'],
  ['?season=summer&sort=recommended&page=3', '?season=summer&page=3'],
  ['?season=unknown', '?season=summer'],
  ['?diameter=17', '?diameter=17&season=summer'],
  ['?season=truck&diameter=&profile=&treadWidth=', '?treadWidth=&profile=&diameter=&season=truck'],
  ['?treadWidth=205&profile=55&diameter=16&season=summer&manufacturer=&sort=price', '?season=summer'],
  ['?manufacturer=nokian', '?season=summer&manufacturer=nokian'],
  ['?manufacturer=unknown', '?season=summer'],
  // Filters beyond the main five are not part of the canonical URL.
  ['?season=summer&manufacturer=nokian&xl=1&priceTo=90&branch=ringtee', '?season=summer&manufacturer=nokian'],
  ['?season=summer&compare=one&compare=two', '?season=summer'],
])('the canonical query of a list requested by %j is %j', (requested, canonical) => {
  const search = new URLSearchParams(requested);
  expect(canonicalListQuery(search, listFromUrl(search, 'summer', known))).toBe(canonical);
});

test('a canonical query is its own canonical query', () => {
  for (const requested of [
    '?page=2',
    '?diameter=17&sort=name',
    '?season=',
    '?season=truck&diameter=&manufacturer=nokian',
  ]) {
    const canonicalOf = (query: string) => {
      const search = new URLSearchParams(query);
      return canonicalListQuery(search, listFromUrl(search, 'winter_friction', known));
    };
    expect(canonicalOf(canonicalOf(requested))).toBe(canonicalOf(requested));
  }
});
