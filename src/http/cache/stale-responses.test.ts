import { describe, expect, test } from 'vitest';
import { cacheUnderTest } from '../../../test/support/server/cache-under-test.ts';

const fixedKeyVersion = { keyVersion: () => 'fixed' };

describe('a stale response', () => {
  test('is found for 20 seconds after it was current', async () => {
    const { state, get, find, findStale } = cacheUnderTest(fixedKeyVersion);
    await get('/a');
    state.version = 'second';
    state.ms = 19_999;
    expect(find('/a')).toBeUndefined();
    expect(findStale('/a', { revalidate: false })).toBeDefined();
    state.ms = 20_000;
    expect(findStale('/a', { revalidate: false })).toBeUndefined();
    await get('/a');
    expect(findStale('/a', { revalidate: false })).toBeDefined();
  });

  test('is found for 20 seconds after the last time at which it was known to be current', async () => {
    const { state, get, find, findStale } = cacheUnderTest(fixedKeyVersion);
    await get('/a');
    state.ms = 15_000;
    expect(find('/a')).toBeDefined();
    state.version = 'second';
    state.ms = 34_999;
    expect(findStale('/a', { revalidate: false })).toBeDefined();
    state.ms = 35_000;
    expect(findStale('/a', { revalidate: false })).toBeUndefined();
  });

  test('from the age of 10 seconds on is not found by one request a second, which has to rebuild it', async () => {
    const { state, get, findStale } = cacheUnderTest(fixedKeyVersion);
    await get('/a');
    state.version = 'second';
    const isFoundAt = (ms: number, { revalidate } = { revalidate: true }) => {
      state.ms = ms;
      return findStale('/a', { revalidate }) !== undefined;
    };
    expect(isFoundAt(9_999)).toBe(true);
    expect(isFoundAt(10_000)).toBe(false);
    expect(isFoundAt(10_000)).toBe(true);
    expect(isFoundAt(10_999)).toBe(true);
    expect(isFoundAt(11_000, { revalidate: false })).toBe(true);
    expect(isFoundAt(11_000)).toBe(false);
    expect(isFoundAt(11_000)).toBe(true);
    await get('/a'); // current again, at 11,000 ms
    expect(isFoundAt(20_999)).toBe(true);
    expect(isFoundAt(21_000)).toBe(false);
  });

  test('is found while newer responses are built', async () => {
    const { state, cache, lookup, find, findStale } = cacheUnderTest(fixedKeyVersion);
    const { response } = await cache.get(lookup('/a'));
    const built = [];
    for (const version of ['second', 'third']) {
      state.version = version;
      // Other inputs: the response has to be built again.
      state.inputs = () => version;
      built.push(cache.get(lookup('/a')));
      expect(find('/a')).toBeUndefined();
      expect(findStale('/a', { revalidate: false })).toBe(response);
    }
    const [, last] = await Promise.all(built);
    expect(findStale('/a', { revalidate: false })).toBe(last?.response);
    expect(find('/a')).toBe(last?.response);
  });

  test('is not found at a URL whose canonical URL has changed since the response was stored', async () => {
    const season = { now: 'winter' };
    const { get, findStale } = cacheUnderTest({ keyVersion: () => season.now });
    await get('/', 'winter');
    season.now = 'summer';
    expect(findStale('/', { revalidate: false })).toBeUndefined();
  });

  test('with isFor is found only by the requests that isFor accepts', async () => {
    const { state, cache, lookup, findStale } = cacheUnderTest(fixedKeyVersion);
    await cache.get({ ...lookup('/'), isFor: ({ headers }) => headers['accept-language'] === 'et' });
    state.version = 'second';
    expect(findStale('/', { revalidate: false }, { 'accept-language': 'et' })).toBeDefined();
    expect(findStale('/', { revalidate: false }, { 'accept-language': 'ru' })).toBeUndefined();
  });
});
