import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { testDatabase } from '../support/database/database.ts';
import { stepsOfSeed } from './act-table.ts';
import { plantedBugs } from './planted.ts';
import { findPlanted, runSeed } from './run-seed.ts';

let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await testDatabase();
  drop = created.drop;
  db = openDatabase(created.url);
});
afterAll(async () => {
  await db?.close();
  await drop?.();
});

test('a seed always gives the same steps', () => {
  expect(stepsOfSeed(7)).toEqual(stepsOfSeed(7));
  expect(stepsOfSeed(7)).not.toEqual(stepsOfSeed(8));
});

// `npm run bench -- model` runs thousands of seeds, or a single one with `--seed`.
test.each([1, 21, 41, 61])(
  'random actions, provider faults and killed processes lose no order, pay nothing twice and sell no tire twice: 20 seeds from %i',
  async (first) => {
    const violations: string[] = [];
    for (let seed = first; seed < first + 20; seed += 1) {
      const violation = await runSeed(db, seed);
      if (violation !== null) violations.push(violation);
    }
    expect(violations).toEqual([]);
  },
);

test.each(Object.entries(plantedBugs))('the model finds a planted bug: %s', async (_name, planted) => {
  const detection = await findPlanted(db, planted);
  if (!detection) throw new Error('no seed finds the bug');
  if (planted.foundBy !== undefined) expect(detection.fault).toContain(planted.foundBy);
  // Without the bug, the same seed finds nothing.
  expect(await runSeed(db, detection.seed)).toBeNull();
});
