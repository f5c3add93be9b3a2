import { expect, test } from 'vitest';
import { concurrently } from './concurrently.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7];

test('runs each item once, with as many concurrent items as clients', async () => {
  let running = 0;
  let maxRunning = 0;
  const { results } = await concurrently(numbers, { clients: 3, warmUp: 0, seconds: 60 }, async (number) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise(setImmediate);
    running -= 1;
    return number;
  });
  expect(maxRunning).toBe(3);
  expect(results.sort()).toEqual(numbers);
});

test('finishes the warm-up before the other items start', async () => {
  const started: number[] = [];
  await concurrently(numbers, { clients: 2, warmUp: 3, seconds: 60 }, async (number) => {
    // Earlier items take longer, so later ones would finish first if they started together.
    for (let turn = number * 5; turn < 40; turn += 1) await new Promise(setImmediate);
    started.push(number);
  });
  expect(started.slice(0, 3).sort()).toEqual([1, 2, 3]);
});

test('starts no item after the time is up', async () => {
  const { results } = await concurrently(numbers, { clients: 2, warmUp: 0, seconds: -1 }, async (number) => number);
  expect(results).toEqual([]);
});
