import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const sampleMs = 50;
const maxWaitMs = 5000;

/** Older jobs do not wait, so that they do not pile up while the process is busy for long. */
const overdueMs = 30_000;

const busyUtilization = 0.3;

const utilizationSince = (start: ReturnType<typeof performance.eventLoopUtilization>) =>
  performance.eventLoopUtilization(start).utilization;

/** Waits while this process is busy, at most `maxMs`, so that visitors are served first. Jobs created more than 30 s ago do not wait. */
export async function waitWhileBusy(
  createdAt = new Date(),
  utilization = utilizationSince,
  maxMs = maxWaitMs,
): Promise<void> {
  if (Date.now() - createdAt.getTime() > overdueMs) return;
  for (let waitedMs = 0; waitedMs < maxMs; waitedMs += sampleMs) {
    const start = performance.eventLoopUtilization();
    await wait(sampleMs);
    if (utilization(start) < busyUtilization) return;
  }
}
