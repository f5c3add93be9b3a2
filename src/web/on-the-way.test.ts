import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOnTheWay, takeOnTheWay } from './on-the-way.ts';

const untaken = vi.fn();
const limits = { untaken, lifeMs: 5000, patienceMs: 30 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  untaken.mockReset();
});

test('an answer that comes in time is told, and the call is no longer to be had', async () => {
  await keepOnTheWay('list', Promise.resolve('tires'), limits);
  expect(untaken).toHaveBeenCalledExactlyOnceWith('tires');
  expect(takeOnTheWay('list')).toBeNull();
});

test('a call is taken over once, and its answer is then not told', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const kept = keepOnTheWay('list', promise, limits);
  expect(takeOnTheWay('another')).toBeNull();
  expect(takeOnTheWay('list')).toBe(promise);
  expect(takeOnTheWay('list')).toBeNull();
  resolve('tires');
  await kept;
  expect(untaken).not.toHaveBeenCalled();
});

test('one that takes long is for the page to take over, and told if it is answered before that', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const key of ['taken', 'late']) {
    const kept = keepOnTheWay(key, promise, limits);
    await vi.advanceTimersByTimeAsync(30);
    await kept;
  }
  expect(takeOnTheWay('taken')).toBe(promise);
  resolve('tires');
  await vi.advanceTimersByTimeAsync(0);
  expect(untaken).toHaveBeenCalledExactlyOnceWith('tires');
  expect(takeOnTheWay('late')).toBeNull();
});

test('one that has failed is for the page to take over', async () => {
  const failed = Promise.reject(new Error('unreachable'));
  await keepOnTheWay('failed', failed, limits);
  expect(untaken).not.toHaveBeenCalled();
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
