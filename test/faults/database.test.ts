import { expect, test } from 'vitest';
import { copyDatabase } from './copied-database.ts';
import { databaseKills, killDatabase } from './scenarios/database-killed.ts';

// `npm run bench -- faults` kills more often, and also kills single backends.
test.each([
  { victim: 'the embedded database', databaseKill: databaseKills.postmaster, shopKeepsRunning: true },
  { victim: 'shop and database together', databaseKill: databaseKills.both, shopKeepsRunning: false },
])(
  'with $victim killed under load, the shop loses no order, stores none twice, and serves pages while it runs',
  async ({ databaseKill, shopKeepsRunning }) => {
    await using cleanup = new AsyncDisposableStack();
    const row = await killDatabase(cleanup, databaseKill, { times: 2, seed: 5, make: copyDatabase });
    expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
    expect(row.acknowledged).toBeGreaterThan(0);
    if (shopKeepsRunning) expect(row.browsing.served).toBe(row.browsing.requested);
  },
);
