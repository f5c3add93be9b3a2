import { expect, test } from 'vitest';
import { atOnce } from './at-once.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7];

test('all are done, as many at once as there are clients, each once', async () => {
  let open = 0;
  let most = 0;
  const { done } = await atOnce(numbers, { clients: 3, warmUp: 0, seconds: 60 }, async (number) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise(setImmediate);
    open -= 1;
    return number;
  });
  expect(most).toBe(3);
  expect(done.sort()).toEqual(numbers);
});

test('those that warm up are over before the others begin', async () => {
  const begun: number[] = [];
  await atOnce(numbers, { clients: 2, warmUp: 3, seconds: 60 }, async (number) => {
    // The earlier, the longer: begun together, the later ones would be done first.
    for (let turn = number * 5; turn < 40; turn += 1) await new Promise(setImmediate);
    begun.push(number);
  });
  expect(begun.slice(0, 3).sort()).toEqual([1, 2, 3]);
});

test('when the time is up nothing more is begun', async () => {
  const { done } = await atOnce(numbers, { clients: 2, warmUp: 0, seconds: -1 }, async (number) => number);
  expect(done).toEqual([]);
});
