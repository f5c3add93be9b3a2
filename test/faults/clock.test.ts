import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { jump } from './scenarios/clock.ts';
import { given } from './shop-database.ts';

test('a clock that jumps two hours and back lets no paid order go, doubles none, and its jobs go on', async () => {
  const { url, drop } = await testDatabase();
  await using closing = new AsyncDisposableStack();
  closing.defer(drop);
  const row = await jump(closing, await given(closing, url), { hours: 2, seed: 5, staysMs: 1_000 });
  expect(row).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
});
