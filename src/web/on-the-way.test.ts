import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOnTheWay, takeOnTheWay } from './on-the-way.ts';

const limits = { lifeMs: 5000, patienceMs: 30 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer that comes in time is told, and the call is no longer to be had', async () => {
  expect(await keepOnTheWay('list', Promise.resolve('tires'), limits)).toBe('tires');
  expect(takeOnTheWay('list')).toBeNull();
});

test('a call is taken over once, and its answer is then not told', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const told = keepOnTheWay('list', promise, limits);
  expect(takeOnTheWay('another')).toBeNull();
  expect(takeOnTheWay('list')).toBe(promise);
  expect(takeOnTheWay('list')).toBeNull();
  resolve('tires');
  expect(await told).toBeNull();
});

test('one that takes long or has failed is for the page to take over', async () => {
  const slow = new Promise(() => {});
  const told = keepOnTheWay('slow', slow, limits);
  await vi.advanceTimersByTimeAsync(30);
  expect(await told).toBeNull();
  expect(takeOnTheWay('slow')).toBe(slow);
  const failed = Promise.reject(new Error('unreachable'));
  expect(await keepOnTheWay('failed', failed, limits)).toBeNull();
  expect(takeOnTheWay('failed')).toBe(failed);
});

test('one that nobody takes is forgotten, but not the one after it', async () => {
  void keepOnTheWay('list', new Promise(() => {}), limits);
  await vi.advanceTimersByTimeAsync(4000);
  const later = new Promise(() => {});
  void keepOnTheWay('list', later, limits);
  await vi.advanceTimersByTimeAsync(1000);
  expect(takeOnTheWay('list')).toBe(later);
  void keepOnTheWay('list', later, limits);
  await vi.advanceTimersByTimeAsync(5000);
  expect(takeOnTheWay('list')).toBeNull();
});
