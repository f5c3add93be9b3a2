import { setTimeout as wait } from 'node:timers/promises';
import type { Queues } from '../database/queue.server.ts';
import { giveWay } from './give-way.ts';

const name = 'draw-bitmaps';

const queue = { policy: 'stately', retryLimit: 3, expireInSeconds: 600, notify: true } as const;

/** A job ends before it expires, even if each bitmap waits five seconds. */
const bitmapsPerJob = 50;

export type BitmapJob = {
  /** Removes unneeded files; returns a function for each missing bitmap that draws it. */
  missing: () => Promise<(() => Promise<void>)[]>;
  alert: (line: string) => void;
  onError: (error: unknown) => void;
  startAfterMs?: number;
  /** Pause between two drawings, in ms. A drawing takes a core for 105 ms. */
  pauseMs?: number;
};

export type BitmapQueue = {
  ask(): Promise<void>;
  stop(): Promise<void>;
};

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

async function drawSome({ missing, alert, pauseMs = 400 }: BitmapJob, closing: AbortSignal): Promise<boolean> {
  const found = await missing();
  const faults: unknown[] = [];
  let drawn = 0;
  for (const draw of found.slice(0, bitmapsPerJob)) {
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
  return drawn > 0 && found.length > drawn;
}
