import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { testDatabase } from '../support/database/database.ts';
import { plantedBugs } from './planted.ts';
import { runSeed } from './run-seed.ts';
import { stepsOf } from './steps.ts';

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
  expect(stepsOf(7)).toEqual(stepsOf(7));
  expect(stepsOf(7)).not.toEqual(stepsOf(8));
});

// `npm run bench -- model` runs thousands of seeds, or a single one with `--seed`.
test.each([1, 51, 101, 151])(
  'random acts, faults and kills lose no order and pay nothing twice: 50 seeds from %i',
  async (first) => {
    const faults: string[] = [];
    for (let seed = first; seed < first + 50; seed += 1) faults.push(...((await runSeed(db, seed)) ?? '').split('\n'));
    expect(faults.filter(Boolean)).toEqual([]);
  },
);

test.each(Object.entries(plantedBugs))('the model finds a planted bug: %s', async (_name, planted) => {
  let found: string | null = null;
  let seed = 0;
  while (found === null && seed < 60) {
    seed += 1;
    found = await runSeed(db, seed, planted);
  }
  expect(found).not.toBeNull();
  expect(await runSeed(db, seed)).toBeNull();
});
