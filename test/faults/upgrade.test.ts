import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/database.ts';
import { playUpgrade } from './scenarios/upgrade.ts';
import { existingDatabase } from './shop-database.ts';

test('two processes take all orders during a later version’s migration and while they are restarted', async () => {
  const { url, drop } = await testDatabase();
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(drop);
  const [row] = await playUpgrade(cleanup, await existingDatabase(cleanup, url), { seed: 5, restarts: 1 });
  expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
});
