import { openDatabase } from '../../src/database/connect.server.ts';
import { runJobOfParent } from '../own-process.ts';
import { type Concurrency, concurrently, type Rate } from './concurrently.ts';
import type { RecordedOrder } from './recording.ts';

export type FloorJob = { url: string; orders: RecordedOrder[]; concurrency: Concurrency };

/**
 * Replays the recorded statements through a `pg` pool as large as the shop's, on a copy of the database from before the recording:
 * the same SQL without HTTP and validation. Only generated ids are replaced.
 */
runJobOfParent(async ({ url, orders, concurrency }: FloorJob): Promise<Rate> => {
  await using db = openDatabase(url);
  const { rate } = await concurrently(orders, concurrency, async (statements) => {
    const client = await db.pool.connect();
    const ownIds = new Map<unknown, unknown>();
    for (const { text, name, values, ids } of statements) {
      const ownValues = values.map((value) => ownIds.get(value) ?? value);
      const { rows } = await client.query({ text, name, values: ownValues });
      for (const [column, id] of ids) ownIds.set(id, rows[0][column]);
    }
    client.release();
  });
  return rate;
});
