import { openDatabase } from '../../src/database/connect.server.ts';
import { answerJob } from '../own-process.ts';
import { atOnce, type Rate, type Way } from './at-once.ts';
import type { RecordedOrder } from './recording.ts';

export type FloorJob = { url: string; orders: RecordedOrder[]; way: Way };

/**
 * The recorded statements, through a pool of `pg` as large as the shop's, on a copy of the database as it was before the
 * recording: the same work, without HTTP, checks and rules. Only the id of an order is the one that this database gave it.
 */
answerJob(async ({ url, orders, way }: FloorJob): Promise<Rate> => {
  const db = openDatabase(url);
  const { rate } = await atOnce(orders, way, async ({ id, statements }) => {
    const client = await db.pool.connect();
    let given = id;
    for (const { text, name, values, gives } of statements) {
      const ours = values.map((value) => (value === id ? given : value));
      const { rows } = await client.query({ text, name, values: ours });
      if (gives) given = rows[0][gives];
    }
    client.release();
  });
  await db.close();
  return rate;
});
