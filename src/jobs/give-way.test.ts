import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { giveWay } from './give-way.ts';

test.each([
  ['at once where nobody else wants anything', [0.1], 1],
  ['until others are done', [1, 0.9, 0.6, 0.2], 4],
  ['not for ever', Array(100).fill(1), 5],
])('gives way %s', async (_when, shares, looks) => {
  let looked = 0;
  await giveWay(new Date(), () => shares[looked++] ?? 0, 250);
  expect(looked).toBe(looks);
});

test('overdue work does not wait', async () => {
  let looked = 0;
  const halfMinuteAgo = new Date(Date.now() - 31_000);
  await giveWay(halfMinuteAgo, () => {
    looked += 1;
    return 1;
  });
  expect(looked).toBe(0);
});

test('an idle process is not busy', async () => {
  const looks: number[] = [];
  await giveWay(new Date(), (start) => {
    looks.push(performance.eventLoopUtilization(start).utilization);
    return 0;
  });
  expect(looks).toHaveLength(1);
  expect(looks[0]).toBeLessThan(1);
});
