import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { waitWhileBusy } from './wait-while-busy.ts';

const maxMs = 250;
const samplesInMaxMs = 5;

test.each([
  ['ends at the first sample of an idle process', [0.1], 1],
  ['waits until the process is no longer busy', [1, 0.9, 0.6, 0.2], 4],
  ['waits no longer than the limit', Array(100).fill(1), samplesInMaxMs],
])('%s', async (_title, utilizations, expectedSamples) => {
  let samples = 0;
  await waitWhileBusy(new Date(), () => utilizations[samples++] ?? 0, maxMs);
  expect(samples).toBe(expectedSamples);
});

test('does not make a job wait that is older than 30 s', async () => {
  let samples = 0;
  const createdAt = new Date(Date.now() - 31_000);
  await waitWhileBusy(createdAt, () => {
    samples += 1;
    return 1;
  });
  expect(samples).toBe(0);
});

test('measures a utilization below 1 in an idle process', async () => {
  const utilizations: number[] = [];
  await waitWhileBusy(new Date(), (start) => {
    utilizations.push(performance.eventLoopUtilization(start).utilization);
    return 0;
  });
  expect(utilizations).toHaveLength(1);
  expect(utilizations[0]).toBeLessThan(1);
});
