import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { upgradeUnder } from './scenarios/upgrade.ts';
import { given } from './shop-database.ts';

test('under a later version’s migration two processes take orders side by side, and neither’s restart refuses one', async () => {
  const { url, drop } = await testDatabase();
  await using closing = new AsyncDisposableStack();
  closing.defer(drop);
  const [row] = await upgradeUnder(closing, await given(closing, url), { seed: 5, restarts: 1 });
  expect(row).toMatchObject({ faults: 2, lost: 0, doubled: 0, wrong: [] });
});
