import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { killOften } from './run.ts';

// `npm run bench -- faults` kills it ten times as often.
test('killed 20 times under load, the shop loses no order, doubles none, and forgets no money', async () => {
  const { url, drop } = await testDatabase();
  const { seconds, repeated, refused, orders, paid, ...found } = await killOften(url, { kills: 20, seed: 8 });
  await drop();
  expect(found).toEqual({ kills: 20, lost: 0, doubled: 0, wrong: [] });
  expect(seconds).toHaveLength(20);
  expect(paid).toBeGreaterThan(0);
  expect(orders).toBeGreaterThanOrEqual(paid);
});
