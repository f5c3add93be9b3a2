import { expect, test } from 'vitest';
import { databaseWays, killDatabase } from './scenarios/database-killed.ts';

// `npm run bench -- faults` kills more often, and also kills single backends.
test.each([
  ['the embedded database', databaseWays.postmaster, true],
  ['shop and database together', databaseWays.both, false],
])(
  'with %s killed under load, the shop loses no order, stores none twice, and serves pages while it runs',
  async (_victim, way, shopKeepsRunning) => {
    await using closing = new AsyncDisposableStack();
    const row = await killDatabase(closing, way, { times: 2, seed: 5 });
    expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
    expect(row.acknowledged).toBeGreaterThan(0);
    if (shopKeepsRunning) expect(row.browsing.served).toBe(row.browsing.looked);
  },
);
