import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds: how long is looked whether others want the process, and how long they are waited for at most. */
const lookMs = 50;
const mostMs = 5000;

/** Milliseconds after which it is late: then it waits for nobody, or it would fall behind for as long as the rush lasts. */
const lateMs = 30_000;

/** The share of the time that others may take. */
const quiet = 0.3;

/** The share of the time from then on in which this process was busy. */
const busySince = (then: ReturnType<typeof performance.eventLoopUtilization>) =>
  performance.eventLoopUtilization(then).utilization;

/**
 * Waits while this process is busy, five seconds at most: what can wait gives way to visitors and buyers, and is done in the
 * end however many they are. What was asked for longer ago than half a minute does not.
 */
export async function giveWay(askedAt: Date, busy = busySince, most = mostMs): Promise<void> {
  if (Date.now() - askedAt.getTime() > lateMs) return;
  for (let waited = 0; waited < most; waited += lookMs) {
    const then = performance.eventLoopUtilization();
    await wait(lookMs);
    if (busy(then) < quiet) return;
  }
}
