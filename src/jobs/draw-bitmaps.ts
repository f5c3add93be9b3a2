import { setTimeout as wait } from 'node:timers/promises';
import type { Queues } from '../database/queue.server.ts';
import { giveWay } from './give-way.ts';

const name = 'draw-bitmaps';

/** One job at work and one that waits, whichever process does them. A job whose process was killed is tried again once it expires. */
const queue = { policy: 'stately', retryLimit: 3, expireInSeconds: 600, notify: true } as const;

/** Bitmaps drawn by one job: it ends before it expires, also when each gives way for five seconds. */
const drawnByOne = 50;

export type BitmapJob = {
  /** Removes the files that are not needed; returns what draws each missing bitmap. */
  missing: () => Promise<(() => Promise<void>)[]>;
  alert: (line: string) => void;
  onError: (error: unknown) => void;
  /** Milliseconds until this process draws: its start and its first visitors come first. */
  startAfterMs?: number;
  /** Milliseconds between two drawings. A drawing takes a core for 50 ms. */
  pauseMs?: number;
};

export type BitmapQueue = {
  /** Has the missing bitmaps drawn, once however often it is asked for. */
  ask(): Promise<void>;
  /** Ends after the drawing at hand; the next start goes on from there. */
  stop(): Promise<void>;
};

/** Draws the missing bitmaps of tires one by one beside the work of this process, in jobs that any process may do. */
export async function workBitmaps({ boss }: Queues, job: BitmapJob): Promise<BitmapQueue> {
  const { onError, startAfterMs = 60_000 } = job;
  const closing = new AbortController();
  await boss.createQueue(name, queue);
  const ask = async () => {
    await boss.send(name, null);
  };
  const work = async () => {
    if (await drawSome(job, closing.signal)) await ask();
  };
  const starting = setTimeout(() => boss.work(name, work).catch(onError), startAfterMs);
  return {
    ask: () => ask().catch(onError),
    stop: async () => {
      clearTimeout(starting);
      closing.abort();
    },
  };
}

/** Draws as many as one job may. Returns whether others are left to the next job. */
async function drawSome({ missing, alert, pauseMs = 400 }: BitmapJob, closing: AbortSignal): Promise<boolean> {
  const found = await missing();
  const faults: unknown[] = [];
  let drawn = 0;
  for (const draw of found.slice(0, drawnByOne)) {
    await giveWay(new Date());
    if (closing.aborted) return false;
    await draw().then(
      () => {
        drawn += 1;
      },
      (error) => faults.push(error),
    );
    await wait(pauseMs, undefined, { signal: closing }).catch(() => {});
  }
  if (faults.length > 0)
    alert(`${faults.length} of ${found.length} pictures of tires could not be drawn: ${faults[0]}`);
  // Where none can be drawn, the next job could not either.
  return drawn > 0 && found.length > drawn;
}
