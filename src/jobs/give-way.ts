import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const sampleMs = 50;
const maxWaitMs = 5000;

/** After this age work does not wait, or it would fall behind during a long rush. */
const lateMs = 30_000;

const maxUtilization = 0.3;

const utilizationSince = (start: ReturnType<typeof performance.eventLoopUtilization>) =>
  performance.eventLoopUtilization(start).utilization;

/** Waits while this process is busy, at most 5 s, so that visitors are served first. Old work does not wait. */
export async function giveWay(createdAt: Date, utilization = utilizationSince, maxMs = maxWaitMs): Promise<void> {
  if (Date.now() - createdAt.getTime() > lateMs) return;
  for (let waited = 0; waited < maxMs; waited += sampleMs) {
    const start = performance.eventLoopUtilization();
    await wait(sampleMs);
    if (utilization(start) < maxUtilization) return;
  }
}
