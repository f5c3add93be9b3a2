import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shareReads } from './shared-reads.ts';

function appWithSharedReads() {
  const app = Fastify();
  onTestFinished(() => app.close());
  let announce = () => {};
  const shared = shareReads(app, { beforeMessage: (listener) => (announce = listener), stop: async () => {} });
  app.get('/screen', () => ({}));
  app.post('/act', () => ({}));
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  return { app, shared, read, announce: () => announce() };
}

test('screens that read at the same time share one answer; the read after an announcement gets a new one', async () => {
  const { shared, read, announce } = appWithSharedReads();
  expect(await Promise.all([shared('today', read), shared('today', read)])).toEqual(['1', '1']);
  expect(await shared('arriving', read)).toBe('2');
  announce();
  expect(await shared('today', read)).toBe('3');
});

test('an act ends the sharing of earlier answers, a request that only reads does not', async () => {
  const { app, shared, read } = appWithSharedReads();
  expect(await shared('today', read)).toBe('1');
  await app.inject('/screen');
  expect(await shared('today', read)).toBe('1');
  await app.inject({ method: 'POST', url: '/act' });
  expect(await shared('today', read)).toBe('2');
});

test('a failed read is not shared: the next request reads again', async () => {
  const { shared, read } = appWithSharedReads();
  await expect(shared('today', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await shared('today', read)).toBe('1');
});
