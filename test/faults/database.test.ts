import { expect, test } from 'vitest';
import { databaseWays, killDatabase } from './scenarios/database-killed.ts';

// `npm run bench -- faults` kills each of them more often.
for (const way of databaseWays) {
  test(`${way.fault}: no order is lost or doubled, and pages are served on`, async () => {
    await using closing = new AsyncDisposableStack();
    const row = await killDatabase(closing, way, { times: 2, seed: 5 });
    expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
    if (!('browsing' in row)) throw new Error('not tried');
    expect(row.acknowledged).toBeGreaterThan(0);
    if (!way.help) expect(row.browsing.served).toBe(row.browsing.looked);
  });
}
