import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/database.ts';
import { killOften } from './scenarios/web-killed.ts';
import { existingDatabase } from './shop-database.ts';

// `npm run bench -- faults` kills the process five times as often.
test('killed 20 times under load, the shop loses no order or payment, and stores none twice', async () => {
  const { url, drop } = await testDatabase();
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(drop);
  const { acknowledged, paid, ...measurement } = await killOften(cleanup, await existingDatabase(cleanup, url), {
    kills: 20,
    seed: 8,
  });
  expect(measurement).toMatchObject({ faults: 20, lost: 0, doubled: 0, wrong: [] });
  expect(measurement.recoverySeconds).toHaveLength(20);
  expect(paid).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThanOrEqual(paid);
});
