import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/support/database/database.ts';
import { openDatabase } from '../../database/connect.server.ts';
import { openQueues } from '../../database/queue.server.ts';
import { type BitmapJob, startBitmapWorker } from './draw-bitmaps.ts';

let url: string;

beforeEach(async () => {
  const database = await testDatabase();
  ({ url } = database);
  return database.drop;
});

/** A folder for `count` bitmaps that processes share. `existing`: numbers of its bitmaps; `scans`: calls of `listMissing`. */
function bitmapFolder(count: number) {
  const existing = new Set<number>();
  const folder = {
    existing,
    drawn: 0,
    concurrent: 0,
    maxConcurrent: 0,
    scans: 0,
    draw: async (_bitmap: number) => {},
  };
  const listMissing = async () => {
    folder.scans += 1;
    const absent = Array.from({ length: count }, (_, bitmap) => bitmap).filter((bitmap) => !existing.has(bitmap));
    return absent.map((bitmap) => async () => {
      folder.concurrent += 1;
      folder.maxConcurrent = Math.max(folder.maxConcurrent, folder.concurrent);
      try {
        await folder.draw(bitmap);
        existing.add(bitmap);
        folder.drawn += 1;
      } finally {
        folder.concurrent -= 1;
      }
    });
  };
  return { folder, listMissing };
}

async function startProcess(listMissing: BitmapJob['listMissing'], { startAfterMs = 0 } = {}) {
  const errors: unknown[] = [];
  const alerts: string[] = [];
  const onError = (error: unknown) => errors.push(error);
  const queues = await openQueues(url, [], { runsJobs: true, onError });
  const alert = (line: string) => alerts.push(line);
  const bitmaps = await startBitmapWorker(queues, { listMissing, alert, onError, startAfterMs, pauseMs: 0 });
  const stop = async () => {
    await bitmaps.stop();
    await queues.stop();
    expect(errors).toEqual([]);
  };
  return { enqueue: bitmaps.enqueue, alerts, stop };
}

function openJobStates(): () => Promise<string[]> {
  const db = openDatabase(url);
  onTestFinished(db.close);
  const states = sql<{
    state: string;
  }>`select state::text from pgboss.job where name = 'draw-bitmaps' order by created_on`;
  return async () => (await states.execute(db.kysely)).rows.map(({ state }) => state);
}

test('draws missing bitmaps in as many jobs as needed, each of at most 50', async () => {
  const { folder, listMissing } = bitmapFolder(55);
  const shop = await startProcess(listMissing);
  await shop.enqueue();
  await expect.poll(() => folder.existing.size).toBe(55);
  await shop.stop();
  expect(folder).toMatchObject({ drawn: 55, maxConcurrent: 1, scans: 2 });
  const jobStates = openJobStates();
  expect(await jobStates()).toEqual(['completed', 'completed']);
});

test('keeps at most one job waiting', async () => {
  const shop = await startProcess(bitmapFolder(1).listMissing, { startAfterMs: 60_000 });
  await Promise.all([shop.enqueue(), shop.enqueue(), shop.enqueue()]);
  const jobStates = openJobStates();
  expect(await jobStates()).toEqual(['created']);
  await shop.stop();
});

test('draws in one process at a time', async () => {
  const { folder, listMissing } = bitmapFolder(5);
  const shops = [await startProcess(listMissing), await startProcess(listMissing)];
  // Each drawing enqueues a further job, which the other process must not start.
  folder.draw = async () => void (await Promise.all(shops.map(({ enqueue }) => enqueue())));
  await shops[0]?.enqueue();
  await expect.poll(() => folder.existing.size).toBe(5);
  for (const { stop } of shops) await stop();
  expect(folder).toMatchObject({ drawn: 5, maxConcurrent: 1 });
});

test('alerts the operator about a failed drawing, and draws the other bitmaps', async () => {
  const { folder, listMissing } = bitmapFolder(4);
  folder.draw = async (bitmap) => {
    if (bitmap === 1) throw new Error('ENOSPC: no space left on device');
  };
  const shop = await startProcess(listMissing);
  await shop.enqueue();
  const jobStates = openJobStates();
  // The second job tries only the failed drawing again.
  await expect.poll(jobStates).toEqual(['completed', 'completed']);
  await shop.stop();
  expect([...folder.existing]).toEqual([0, 2, 3]);
  const fault = 'pictures of tires could not be drawn: Error: ENOSPC: no space left on device';
  expect(shop.alerts).toEqual([`1 of 4 ${fault}`, `1 of 1 ${fault}`]);
});

test('stops after the current drawing when the process closes; the next process draws the rest', async () => {
  const { folder, listMissing } = bitmapFolder(3);
  const [drawingStarted, mayFinish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  folder.draw = async () => {
    drawingStarted.resolve();
    await mayFinish.promise;
  };
  const closing = await startProcess(listMissing);
  await closing.enqueue();
  await drawingStarted.promise;
  const closed = closing.stop();
  mayFinish.resolve();
  await closed;
  expect(folder.drawn).toBe(1);
  const next = await startProcess(listMissing);
  await next.enqueue();
  await expect.poll(() => folder.existing.size).toBe(3);
  await next.stop();
  expect(folder.drawn).toBe(3);
});

test('draws nothing before `startAfterMs` have passed, while another process can draw', async () => {
  const { folder, listMissing } = bitmapFolder(1);
  const shop = await startProcess(listMissing, { startAfterMs: 60_000 });
  await shop.enqueue();
  const otherProcess = await startProcess(listMissing);
  await expect.poll(() => folder.existing.size).toBe(1);
  await otherProcess.stop();
  await shop.enqueue();
  await shop.stop();
  const jobStates = openJobStates();
  expect(await jobStates()).toEqual(['completed', 'created']);
});
