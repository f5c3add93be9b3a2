import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { jump } from './scenarios/clock.ts';
import { given } from './shop-database.ts';

test.for([24, -2])(
  'a clock that jumps %s h and returns lets no paid order go, doubles none, and its jobs go on',
  async (hours) => {
    const { url, drop } = await testDatabase();
    await using closing = new AsyncDisposableStack();
    closing.defer(drop);
    const row = await jump(closing, await given(closing, url), { hours, seed: 5, staysMs: 1_000 });
    expect(row).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
  },
);
