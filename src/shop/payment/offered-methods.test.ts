import { expect, test, vi } from 'vitest';
import { offeredMethods } from './offered-methods.server.ts';
import type { Outcome, ProviderMethod, RedirectProvider } from './provider.ts';

type MethodsOutcome = Outcome<readonly ProviderMethod[]>;

const lhv: ProviderMethod = { id: 'montonio:paymentInitiation:EE:LHVBEE22', group: 'bank', label: 'LHV', logo: null };
const card: ProviderMethod = { id: 'stripe:card', group: 'card', label: null, logo: null };
const failure: MethodsOutcome = { ok: false, kind: 'unknown', cause: 'http-500' };
const minute = 60_000;
const onError = vi.fn();

test('lists the methods of all providers, in their order', async () => {
  const { list } = openMethods([() => [lhv], () => [card]]);
  expect(await list()).toEqual({ methods: [lhv, card], degraded: false });
});

test('offers one card method, that of the last provider', async () => {
  const montonioCard: ProviderMethod = { ...card, id: 'montonio:cardPayments' };
  const { list } = openMethods([() => [lhv, montonioCard], () => [card]]);
  expect((await list()).methods).toEqual([lhv, card]);
});

test('caches methods for an hour', async () => {
  const { list, advance, calls } = openMethods([() => [lhv]]);
  await list();
  advance(60 * minute - 1);
  await list();
  expect(calls()).toBe(1);
  advance(1);
  await list();
  expect(calls()).toBe(2);
});

test('keeps the methods of an unreachable provider for a day, and refreshes those of others', async () => {
  let result: readonly ProviderMethod[] | MethodsOutcome = [lhv];
  const { list, advance } = openMethods([() => result, () => [card]]);
  await list();
  result = failure;
  advance(60 * minute);
  expect(await list()).toEqual({ methods: [lhv, card], degraded: true });
  advance(23 * 60 * minute - 1);
  expect(await list()).toEqual({ methods: [lhv, card], degraded: true });
  advance(1);
  expect(await list()).toEqual({ methods: [card], degraded: true });
});

test('calls a failing provider again after 30 s', async () => {
  let result: readonly ProviderMethod[] | MethodsOutcome = failure;
  const { list, advance, calls } = openMethods([() => result]);
  expect(await list()).toEqual({ methods: [], degraded: true });
  advance(29_999);
  await list();
  expect(calls()).toBe(1);
  advance(1);
  await list();
  expect(calls()).toBe(2);
  result = [lhv];
  advance(30_000);
  expect(await list()).toEqual({ methods: [lhv], degraded: false });
  expect(calls()).toBe(3);
});

test.each([
  [5_000, 30_000],
  [90_000, 90_000],
  [30 * 24 * 60 * minute, 60 * minute],
])('a provider that requests a pause of %d ms is called again after %d ms', async (retryAfterMs, pauseMs) => {
  const { list, advance, calls } = openMethods([() => ({ ok: false, kind: 'unavailable', retryAfterMs })]);
  await list();
  advance(pauseMs - 1);
  await list();
  expect(calls()).toBe(1);
  advance(1);
  await list();
  expect(calls()).toBe(2);
});

test('concurrent calls share one request', async () => {
  const { list, calls } = openMethods([() => [lhv]]);
  const results = await Promise.all([list(), list(), list()]);
  expect(calls()).toBe(1);
  for (const { methods } of results) expect(methods).toEqual([lhv]);
});

test('reports an exception that a provider throws, and treats the provider as unreachable', async () => {
  const { list } = openMethods([
    () => {
      throw new Error('fault in the code');
    },
    () => [card],
  ]);
  expect(await list()).toEqual({ methods: [card], degraded: true });
  expect(onError).toHaveBeenLastCalledWith(new Error('fault in the code'));
});

test('reports why a provider could not be called', async () => {
  await openMethods([() => failure]).list();
  const message = 'montonio lists no payment methods: {"ok":false,"kind":"unknown","cause":"http-500"}';
  expect(onError).toHaveBeenLastCalledWith(new Error(message));
});

test('aborts a call at the timeout', async () => {
  const timeout = new AbortController();
  const unresponsive = provider((signal) => {
    const aborted = new Promise<MethodsOutcome>((resolve) => signal.addEventListener('abort', () => resolve(failure)));
    timeout.abort();
    return aborted;
  });
  const list = offeredMethods([unresponsive], { now: () => new Date(0), onError, timeout: () => timeout.signal });
  expect(await list()).toEqual({ methods: [], degraded: true });
});

/** Returns `offeredMethods` for providers with these results. Only `advance` moves the clock. `calls`: how often the first provider was called. */
function openMethods(results: (() => readonly ProviderMethod[] | MethodsOutcome)[]) {
  let time = Date.parse('2026-11-21T10:00:00Z');
  let calls = 0;
  const providers = results.map((result, index) =>
    provider(async () => {
      if (index === 0) calls += 1;
      const listed = result();
      return 'ok' in listed ? listed : { ok: true, value: listed };
    }),
  );
  const list = offeredMethods(providers, { now: () => new Date(time), onError });
  const advance = (ms: number) => {
    time += ms;
  };
  return { list, advance, calls: () => calls };
}

function provider(listMethods: (signal: AbortSignal) => Promise<MethodsOutcome>): RedirectProvider {
  return { id: 'montonio', listMethods } as RedirectProvider;
}
