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

test('screens that read at the same time share one response; after an announced change the next read is new', async () => {
  const { shared, read, announce } = appWithSharedReads();
  expect(await Promise.all([shared('today', read), shared('today', read)])).toEqual(['1', '1']);
  expect(await shared('arriving', read)).toBe('2');
  announce();
  expect(await shared('today', read)).toBe('3');
});

test('a POST request ends the sharing of earlier responses, a GET request does not', async () => {
  const { app, shared, read } = appWithSharedReads();
  expect(await shared('today', read)).toBe('1');
  await app.inject('/screen');
  expect(await shared('today', read)).toBe('1');
  await app.inject({ method: 'POST', url: '/act' });
  expect(await shared('today', read)).toBe('2');
});

test('a failed read is not shared: the next request reads again', async () => {
  const { shared, read } = appWithSharedReads();
  await expect(shared('today', () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  expect(await shared('today', read)).toBe('1');
});
