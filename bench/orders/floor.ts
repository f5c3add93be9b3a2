import { openDatabase } from '../../src/database/connect.server.ts';
import { runJobOfParent } from '../own-process.ts';
import { type Concurrency, concurrently, type Rate } from './concurrently.ts';
import type { RecordedOrder } from './recording.ts';

export type FloorJob = { url: string; orders: RecordedOrder[]; concurrency: Concurrency };

/**
 * Replays the recorded statements through a `pg` pool as large as the shop's, on a copy of the database from before the recording:
 * the same SQL without HTTP and validation. Only the generated id of each order is replaced.
 */
runJobOfParent(async ({ url, orders, concurrency }: FloorJob): Promise<Rate> => {
  const db = openDatabase(url);
  const { rate } = await concurrently(orders, concurrency, async ({ id, statements }) => {
    const client = await db.pool.connect();
    let ownId = id;
    for (const { text, name, values, idColumn } of statements) {
      const ownValues = values.map((value) => (value === id ? ownId : value));
      const { rows } = await client.query({ text, name, values: ownValues });
      if (idColumn) ownId = rows[0][idColumn];
    }
    client.release();
  });
  await db.close();
  return rate;
});
