import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { followChannel } from '../../../src/database/follow-channel.server.ts';
import { testDatabase } from '../../support/database/database.ts';

test('does not load after it was stopped while waiting between two loads', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const db = openDatabase(url);
  onTestFinished(db.close);
  const notified = Promise.withResolvers<void>();
  const load = vi.fn(async () => {});
  const following = await followChannel({
    url,
    name: 'rehvipood test',
    channel: 'example',
    keysIn: (payload) => {
      notified.resolve();
      return [payload];
    },
    load,
    onError: () => {},
  });
  await sql`notify example, 'changed'`.execute(db.kysely);
  await notified.promise;
  const loadCount = load.mock.calls.length;
  await following.stop();
  expect(load).toHaveBeenCalledTimes(loadCount);
});
