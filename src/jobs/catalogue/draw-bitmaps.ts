import { setTimeout as wait } from 'node:timers/promises';
import type { Queues } from '../../database/queue.server.ts';
import { waitWhileBusy } from '../wait-while-busy.ts';

const name = 'draw-bitmaps';

/** With pg-boss's policy `stately`, at most one job waits and one runs. */
const policy = 'stately';
const settings = { retryLimit: 3, expireInSeconds: 600, notify: true };

/** Few enough that a job ends before it expires, even if `waitWhileBusy` takes five seconds before each bitmap. */
const bitmapsPerJob = 50;

export type BitmapJob = {
  /** Returns, for each missing bitmap, a function that draws it. */
  listMissing: () => Promise<(() => Promise<void>)[]>;
  alert: (line: string) => void;
  onError: (error: unknown) => void;
  startAfterMs?: number;
  /** Pause between two drawings, in ms. A drawing takes 105 ms of a core. */
  pauseMs?: number;
};

export type BitmapQueue = {
  /** Enqueues a job that draws missing bitmaps, unless one is waiting already. */
  enqueue(): Promise<void>;
  stop(): Promise<void>;
};

export async function startBitmapWorker({ boss }: Queues, job: BitmapJob): Promise<BitmapQueue> {
  const { onError, startAfterMs = 60_000 } = job;
  const closing = new AbortController();
  await boss.createQueue(name, { policy, ...settings });
  // For a queue that an older version of the shop created. The policy of a queue cannot change.
  await boss.updateQueue(name, settings);
  const enqueue = async () => {
    await boss.send(name, null);
  };
  const work = async () => {
    if (await drawBatch(job, closing.signal)) await enqueue();
  };
  const startTimer = setTimeout(() => boss.work(name, work).catch(onError), startAfterMs);
  return {
    enqueue: () => enqueue().catch(onError),
    stop: async () => {
      clearTimeout(startTimer);
      closing.abort();
    },
  };
}

/** Draws up to `bitmapsPerJob` missing bitmaps. Returns whether another job should draw the rest: not if none could be drawn. */
async function drawBatch({ listMissing, alert, pauseMs = 400 }: BitmapJob, closing: AbortSignal): Promise<boolean> {
  const drawings = await listMissing();
  const batch = drawings.slice(0, bitmapsPerJob);
  const errors: unknown[] = [];
  for (const draw of batch) {
    await waitWhileBusy();
    if (closing.aborted) return false;
    await draw().catch((error: unknown) => errors.push(error));
    await wait(pauseMs, undefined, { signal: closing }).catch(() => {});
  }
  if (errors.length > 0)
    alert(`${errors.length} of ${drawings.length} pictures of tires could not be drawn: ${errors[0]}`);
  const drawn = batch.length - errors.length;
  return drawn > 0 && drawings.length > drawn;
}
