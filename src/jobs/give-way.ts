import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const lookMs = 50;
const mostMs = 5000;

/** After this age work does not wait, or it would fall behind during a long rush. */
const lateMs = 30_000;

const quiet = 0.3;

const busySince = (then: ReturnType<typeof performance.eventLoopUtilization>) =>
  performance.eventLoopUtilization(then).utilization;

/** Waits while this process is busy, at most five seconds, so that visitors come first. Old work does not wait. */
export async function giveWay(askedAt: Date, busy = busySince, most = mostMs): Promise<void> {
  if (Date.now() - askedAt.getTime() > lateMs) return;
  for (let waited = 0; waited < most; waited += lookMs) {
    const then = performance.eventLoopUtilization();
    await wait(lookMs);
    if (busy(then) < quiet) return;
  }
}
