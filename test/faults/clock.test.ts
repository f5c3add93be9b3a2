import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/database.ts';
import { jump } from './scenarios/clock.ts';
import { existingDatabase } from './shop-database.ts';

test('a clock that jumps two hours ahead and back expires no paid order, stores none twice, and stops no jobs', async () => {
  const { url, drop } = await testDatabase();
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(drop);
  const row = await jump(cleanup, await existingDatabase(cleanup, url), { hours: 2, seed: 5, staysMs: 1_000 });
  expect(row).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
});
