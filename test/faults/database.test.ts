import { expect, test } from 'vitest';
import { databaseWays, killDatabase } from './scenarios/database-killed.ts';

// `npm run bench -- faults` kills more often, and single processes too.
test.each([
  ['the embedded database', databaseWays.postmaster, true],
  ['shop and database together', databaseWays.both, false],
])(
  'with %s killed under load, loses and doubles no order, and serves pages while the shop runs',
  async (_what, way, lives) => {
    await using closing = new AsyncDisposableStack();
    const row = await killDatabase(closing, way, { times: 2, seed: 5 });
    expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
    expect(row.acknowledged).toBeGreaterThan(0);
    if (lives) expect(row.browsing.served).toBe(row.browsing.looked);
  },
);
