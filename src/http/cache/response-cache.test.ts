import type { IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cacheUnderTest } from '../../../test/support/server/cache-under-test.ts';
import { bodyIn } from './response-cache.ts';

describe('a response', () => {
  test('is built once for all requests, also for concurrent ones', async () => {
    const { state, get } = cacheUnderTest();
    const [first, second] = await Promise.all([get('/a'), get('/a')]);
    expect([first, second, await get('/a')]).toEqual([
      { text: '/a 1', built: true },
      { text: '/a 1', built: false },
      { text: '/a 1', built: false },
    ]);
    expect(state.built).toEqual(['/a']);
  });

  test('is found at every URL that has been used for it', async () => {
    const { cache, lookup, get, find } = cacheUnderTest();
    await get('/a?x=1&y=2', '/a');
    expect(find('/a?y=2&x=1')).toBeUndefined();
    const { response } = await cache.get(lookup('/a?y=2&x=1', '/a'));
    expect(find('/a?y=2&x=1')).toBe(response);
    expect(find('/a?x=1&y=2')).toBe(response);
  });

  test('is rebuilt when version and inputs have changed, but not when only the version has', async () => {
    const { state, get, find } = cacheUnderTest();
    await get('/a');
    state.version = 'second';
    expect(find('/a')).toBeUndefined();
    expect(await get('/a')).toEqual({ text: '/a 1', built: false });
    expect(find('/a')).toBeDefined();
    state.version = 'third';
    state.inputs = () => 'changed';
    expect(await get('/a')).toEqual({ text: '/a 2', built: true });
  });

  test('that is completed late does not replace a response of a newer version', async () => {
    const { state, cache, lookup, find } = cacheUnderTest();
    const late = Promise.withResolvers<{ status: number; headers: Record<string, string>; text: string }>();
    const slow = cache.get({ ...lookup('/a'), prepare: () => ({ inputs: 'first', build: () => late.promise }) });
    state.version = 'second';
    const { response } = await cache.get(lookup('/a'));
    late.resolve({ status: 200, headers: {}, text: 'first version' });
    await slow;
    expect(find('/a')).toBe(response);
  });

  test('is not found at a URL whose canonical URL has changed since the response was stored', async () => {
    const season = { now: 'winter' };
    const { get, find } = cacheUnderTest({ keyVersion: () => season.now });
    await get('/', 'winter');
    season.now = 'spring';
    await get('/winter', 'winter');
    expect(find('/winter')).toBeDefined();
    expect(find('/')).toBeUndefined();
  });

  test('is found at every URL of its path, and at no other, if it ignores the query', async () => {
    const { cache, lookup, find } = cacheUnderTest({ maxUrls: 1 }); // of each kind: paths, and URLs with their query
    const { response } = await cache.get({ ...lookup('/a?order=1', '/a'), ignoresQuery: true });
    for (const url of ['/a', '/a?order=2', '/a?', `/a?${'x'.repeat(10_000)}`]) expect(find(url)).toBe(response);
    for (const url of ['/b?order=1', '/a/', '/']) expect(find(url)).toBeUndefined();
    await cache.get(lookup('/b?x', '/b'));
    expect(find('/b?y')).toBeUndefined();
  });

  test('without a key is built for each request, and not kept', async () => {
    const { get, find } = cacheUnderTest();
    expect([await get('/a', null), await get('/a', null)]).toEqual([
      { text: '/a 1', built: true },
      { text: '/a 2', built: true },
    ]);
    expect(find('/a')).toBeUndefined();
  });

  test('reports the time of its preparation, with or without a key', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { cache, lookup } = cacheUnderTest();
    for (const key of ['/a', null]) {
      const { prepare, ...rest } = lookup('/a', key);
      const startedAt = performance.now();
      const slowly = () => {
        clock.mockReturnValue(startedAt + 30);
        return prepare();
      };
      expect((await cache.get({ ...rest, prepare: slowly })).times).toEqual({ renderMs: 30, compressMs: 0 });
    }
  });

  test('with isFor is found only by the requests that isFor accepts', async () => {
    const { cache, lookup, find } = cacheUnderTest();
    await cache.get({ ...lookup('/'), isFor: ({ headers }) => headers['accept-language'] === 'et' });
    expect(find('/', { 'accept-language': 'et' })).toBeDefined();
    expect(find('/', { 'accept-language': 'ru' })).toBeUndefined();
  });

  test('is not found by a POST request, or by one with an Origin header', async () => {
    const { cache, get, find } = cacheUnderTest();
    await get('/');
    expect(find('/')).toBeDefined();
    const post = { method: 'POST', url: '/', headers: {} } as unknown as IncomingMessage;
    expect(cache.find(post)).toBeUndefined();
    expect(find('/', { origin: 'https://elsewhere.example' })).toBeUndefined();
  });

  test('is not found at a URL that its isFor rejects, even if it ignores the query', async () => {
    const { cache, lookup, find } = cacheUnderTest();
    const isFor = ({ url = '' }) => !url.includes('lang=');
    await cache.get({ ...lookup('/a'), ignoresQuery: true, isFor });
    expect(find('/a?order=1')).toBeDefined();
    expect(find('/a?lang=ru')).toBeUndefined();
  });

  test('is built again by the next request after a failure', async () => {
    const { cache, lookup, get, find } = cacheUnderTest();
    const build = vi.fn(() => Promise.reject(new Error('build failed')));
    const failingLookup = { ...lookup('/a'), prepare: () => ({ inputs: '/a', build }) };
    const results = await Promise.allSettled([cache.get(failingLookup), cache.get(failingLookup)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(build).toHaveBeenCalledOnce();
    expect(find('/a')).toBeUndefined();
    expect(await get('/a')).toEqual({ text: '/a 1', built: true });
  });
});

test('a response is compressed densely at the third request after it was stored, without a change of its text', async () => {
  // Numbers in no simple order, so that the dense compression is at least 5 % shorter than the light one.
  const text = Array.from({ length: 3_000 }, (_, index) => `rehv ${(index * index * 7919) % 1000} mm `).join('');
  const { cache, lookup, find, get } = cacheUnderTest();
  const build = () => ({ status: 200, headers: {}, text });
  const { response } = await cache.get({ ...lookup('/a'), prepare: () => ({ inputs: '/a', build }) });
  const { bodies } = response;
  const light = bodies.br;
  expect(find('/a')?.bodies.br).toBe(light);
  await get('/a');
  expect(response).toMatchObject({ requests: 2, isDense: false });
  find('/a');
  expect(response.isDense).toBe(true);
  await expect.poll(() => bodies.br?.length).toBeLessThan(0.95 * (light?.length ?? 0));
  const dense = bodies.br;
  expect(`${await bodyIn(response, null)}`).toBe(text);
  for (let turn = 0; turn < 5; turn += 1) find('/a');
  expect(find('/a')?.bodies.br).toBe(dense);
});

describe('the memory of the cache', () => {
  /** The cache counts less for each small response of these tests: 2,000 bytes for headers, and a few for body and key. */
  const maxEntryBytes = 2_000 + 60;

  test('is bounded: the least recently used response goes first', async () => {
    const { get, find } = cacheUnderTest({ maxBytes: 3.5 * maxEntryBytes });
    for (const url of ['/a', '/b', '/c']) await get(url);
    expect(find('/a')).toBeDefined();
    await get('/d');
    expect(['/a', '/b', '/c', '/d'].filter((url) => find(url))).toEqual(['/a', '/c', '/d']);
  });

  test('stays bounded when responses are built again', async () => {
    const { state, get, find } = cacheUnderTest({ maxBytes: 2.5 * maxEntryBytes, keyVersion: () => 'today' });
    for (let turn = 0; turn < 10; turn += 1) {
      state.version = `${turn}`;
      state.inputs = () => `${turn}`;
      await get('/a');
    }
    // If earlier builds were still counted, there would be no room for two responses.
    await get('/b');
    expect(['/a', '/b'].filter((url) => find(url))).toEqual(['/a', '/b']);
  });

  test('counts keys, and stores no URL that is too long', async () => {
    const { get, find } = cacheUnderTest({ maxBytes: 2.5 * maxEntryBytes });
    const endless = `/a?${'x'.repeat(10_000)}`;
    await get(endless, '/a');
    expect(find(endless)).toBeUndefined();
    expect(await get(endless, '/a')).toEqual({ text: `${endless} 1`, built: false });
    await get('/c', 'key'.repeat(maxEntryBytes));
    expect(find('/c')).toBeUndefined();
  });

  test('stores a limited number of URLs', async () => {
    const { get, find } = cacheUnderTest({ maxUrls: 2 });
    for (const url of ['/a?1', '/a?2', '/a?3']) await get(url, '/a');
    expect(['/a?1', '/a?2', '/a?3'].map((url) => find(url) !== undefined)).toEqual([false, true, true]);
  });
});

test('a response with its own version is served until that version changes, and then rebuilt only if its inputs change', async () => {
  const { state, cache, lookup, find } = cacheUnderTest({ keyVersion: () => 'fixed' });
  let bookings = 0;
  const get = () => cache.get({ ...lookup('/times'), ownVersion: () => `${bookings}` });
  await get();
  expect(find('/times')).toBeDefined();
  bookings += 1;
  expect(find('/times')).toBeUndefined();
  await get();
  expect(find('/times')).toBeDefined();
  expect(state.built).toEqual(['/times']);
  bookings += 1;
  state.inputs = (key) => `${key} ${bookings}`;
  await get();
  expect(state.built).toEqual(['/times', '/times']);
});
