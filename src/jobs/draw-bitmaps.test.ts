import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../test/support/database/database.ts';
import { openDatabase } from '../database/connect.server.ts';
import { openQueues } from '../database/queue.server.ts';
import { workBitmaps } from './draw-bitmaps.ts';

let url: string;

beforeEach(async () => {
  const made = await testDatabase();
  ({ url } = made);
  return made.drop;
});

/** The folder of processes that share it, as the numbers of pictures that are there. */
function pictures(count: number) {
  const there = new Set<number>();
  const here = { there, drawn: 0, atOnce: 0, most: 0, looked: 0, draw: async (_picture: number) => {} };
  const missing = async () => {
    here.looked += 1;
    const left = Array.from({ length: count }, (_, picture) => picture).filter((picture) => !there.has(picture));
    return left.map((picture) => async () => {
      here.atOnce += 1;
      here.most = Math.max(here.most, here.atOnce);
      try {
        await here.draw(picture);
        there.add(picture);
        here.drawn += 1;
      } finally {
        here.atOnce -= 1;
      }
    });
  };
  return { here, missing };
}

async function startProcess(missing: () => Promise<(() => Promise<void>)[]>, startAfterMs = 0) {
  const errors: unknown[] = [];
  const alerts: string[] = [];
  const onError = (error: unknown) => errors.push(error);
  const queues = await openQueues(url, [], { works: true, onError });
  const alert = (line: string) => alerts.push(line);
  const bitmaps = await workBitmaps(queues, { missing, alert, onError, startAfterMs, pauseMs: 0 });
  const stop = async () => {
    await bitmaps.stop();
    await queues.stop();
    expect(errors).toEqual([]);
  };
  return { ask: bitmaps.ask, alerts, stop };
}

async function jobs() {
  const db = openDatabase(url);
  onTestFinished(db.close);
  const states = sql<{
    state: string;
  }>`select state::text from pgboss.job where name = 'draw-bitmaps' order by created_on`;
  return async () => (await states.execute(db.kysely)).rows.map(({ state }) => state);
}

test('draws missing bitmaps in as many jobs as needed', async () => {
  const { here, missing } = pictures(55);
  const shop = await startProcess(missing);
  await shop.ask();
  await expect.poll(() => here.there.size).toBe(55);
  await shop.stop();
  expect(here).toMatchObject({ drawn: 55, most: 1, looked: 2 });
  expect(await (await jobs())()).toEqual(['completed', 'completed']);
});

test('queues at most one further job', async () => {
  const shop = await startProcess(pictures(1).missing, 60_000);
  await Promise.all([shop.ask(), shop.ask(), shop.ask()]);
  expect(await (await jobs())()).toEqual(['created']);
  await shop.stop();
});

test('draws in one process at a time', async () => {
  const { here, missing } = pictures(5);
  const shops = [await startProcess(missing), await startProcess(missing)];
  // The other process could start the job that is enqueued here.
  here.draw = async () => void (await Promise.all(shops.map(({ ask }) => ask())));
  await shops[0]?.ask();
  await expect.poll(() => here.there.size).toBe(5);
  for (const { stop } of shops) await stop();
  expect(here).toMatchObject({ drawn: 5, most: 1 });
});

test('alerts the operator of a failed drawing and draws the others', async () => {
  const { here, missing } = pictures(4);
  here.draw = async (picture) => {
    if (picture === 1) throw new Error('ENOSPC: no space left on device');
  };
  const shop = await startProcess(missing);
  await shop.ask();
  const states = await jobs();
  // The second job finds nothing else to draw.
  await expect.poll(states).toEqual(['completed', 'completed']);
  await shop.stop();
  expect([...here.there]).toEqual([0, 2, 3]);
  const fault = 'pictures of tires could not be drawn: Error: ENOSPC: no space left on device';
  expect(shop.alerts).toEqual([`1 of 4 ${fault}`, `1 of 1 ${fault}`]);
});

test('a closing process ends after the current drawing; the next process continues', async () => {
  const { here, missing } = pictures(3);
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  here.draw = async () => {
    begun.resolve();
    await go.promise;
  };
  const closing = await startProcess(missing);
  await closing.ask();
  await begun.promise;
  const closed = closing.stop();
  go.resolve();
  await closed;
  expect(here.drawn).toBe(1);
  const next = await startProcess(missing);
  await next.ask();
  await expect.poll(() => here.there.size).toBe(3);
  await next.stop();
  expect(here.drawn).toBe(3);
});

test('draws nothing right after the start', async () => {
  const { here, missing } = pictures(1);
  const shop = await startProcess(missing, 60_000);
  await shop.ask();
  const other = await startProcess(missing);
  await expect.poll(() => here.there.size).toBe(1);
  await other.stop();
  await shop.ask();
  await shop.stop();
  expect(await (await jobs())()).toEqual(['completed', 'created']);
});
