import { expect, test, vi } from 'vitest';
import { offeredMethods } from './offered-methods.server.ts';
import type { Outcome, ProviderMethod, RedirectProvider } from './provider.ts';

type Listed = Outcome<readonly ProviderMethod[]>;

const lhv: ProviderMethod = { id: 'montonio:paymentInitiation:EE:LHVBEE22', group: 'bank', label: 'LHV', logo: null };
const card: ProviderMethod = { id: 'stripe:card', group: 'card', label: null, logo: null };
const down: Listed = { ok: false, kind: 'unknown', cause: 'http-500' };
const minute = 60_000;
const onError = vi.fn();

test('lists the methods of all providers, in their order', async () => {
  const { ask } = opened([() => [lhv], () => [card]]);
  expect(await ask()).toEqual({ methods: [lhv, card], degraded: false });
});

test('offers cards once, by the provider that was added for them', async () => {
  const other: ProviderMethod = { ...card, id: 'montonio:cardPayments' };
  const { ask } = opened([() => [lhv, other], () => [card]]);
  expect((await ask()).methods).toEqual([lhv, card]);
});

test('caches methods for an hour', async () => {
  const { ask, pass, calls } = opened([() => [lhv]]);
  await ask();
  pass(60 * minute - 1);
  await ask();
  expect(calls()).toBe(1);
  pass(1);
  await ask();
  expect(calls()).toBe(2);
});

test('keeps the methods of an unreachable provider for a day, and those of others', async () => {
  let answer: readonly ProviderMethod[] | Listed = [lhv];
  const { ask, pass } = opened([() => answer, () => [card]]);
  await ask();
  answer = down;
  pass(60 * minute);
  expect(await ask()).toEqual({ methods: [lhv, card], degraded: true });
  pass(23 * 60 * minute - 1);
  expect(await ask()).toEqual({ methods: [lhv, card], degraded: true });
  pass(1);
  expect(await ask()).toEqual({ methods: [card], degraded: true });
});

test('calls a failing provider again after half a minute', async () => {
  let answer: readonly ProviderMethod[] | Listed = down;
  const { ask, pass, calls } = opened([() => answer]);
  expect(await ask()).toEqual({ methods: [], degraded: true });
  pass(29_999);
  await ask();
  expect(calls()).toBe(1);
  pass(1);
  await ask();
  expect(calls()).toBe(2);
  answer = [lhv];
  pass(30_000);
  expect(await ask()).toEqual({ methods: [lhv], degraded: false });
  expect(calls()).toBe(3);
});

test.each([
  [5_000, 30_000],
  [90_000, 90_000],
  [30 * 24 * 60 * minute, 60 * minute],
])('a provider that asks for a pause of %d ms gets %d', async (retryAfterMs, pauseMs) => {
  const { ask, pass, calls } = opened([() => ({ ok: false, kind: 'unavailable', retryAfterMs })]);
  await ask();
  pass(pauseMs - 1);
  await ask();
  expect(calls()).toBe(1);
  pass(1);
  await ask();
  expect(calls()).toBe(2);
});

test('concurrent calls share one request', async () => {
  const { ask, calls } = opened([() => [lhv]]);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(calls()).toBe(1);
  for (const { methods } of answers) expect(methods).toEqual([lhv]);
});

test('reports the error of an adapter and treats its provider as unreachable', async () => {
  const { ask } = opened([
    () => {
      throw new Error('a fault of ours');
    },
    () => [card],
  ]);
  expect(await ask()).toEqual({ methods: [card], degraded: true });
  expect(onError).toHaveBeenLastCalledWith(new Error('a fault of ours'));
});

test('reports why a provider could not be called', async () => {
  await opened([() => down]).ask();
  const message = 'montonio lists no payment methods: {"ok":false,"kind":"unknown","cause":"http-500"}';
  expect(onError).toHaveBeenLastCalledWith(new Error(message));
});

test('aborts a call at the timeout', async () => {
  const timeout = new AbortController();
  const silent = provider((signal) => {
    const givenUp = new Promise<Listed>((resolve) => signal.addEventListener('abort', () => resolve(down)));
    timeout.abort();
    return givenUp;
  });
  const ask = offeredMethods([silent], { now: () => new Date(0), onError, timeout: () => timeout.signal });
  expect(await ask()).toEqual({ methods: [], degraded: true });
});

/** Providers that answer as told, and a clock that only the test moves. */
function opened(answers: (() => readonly ProviderMethod[] | Listed)[]) {
  let time = Date.parse('2026-11-21T10:00:00Z');
  let calls = 0;
  const providers = answers.map((answer, index) =>
    provider(async () => {
      if (index === 0) calls += 1;
      const listed = answer();
      return 'ok' in listed ? listed : { ok: true, value: listed };
    }),
  );
  const ask = offeredMethods(providers, { now: () => new Date(time), onError });
  const pass = (ms: number) => {
    time += ms;
  };
  return { ask, pass, calls: () => calls };
}

function provider(listMethods: (signal: AbortSignal) => Promise<Listed>): RedirectProvider {
  return { id: 'montonio', listMethods } as RedirectProvider;
}
