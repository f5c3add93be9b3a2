import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandRunner } from '../../support/command.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';

const database = ordersDatabase();
const run = commandRunner(database);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-vehicles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header =
  'make;model;generation;from;to;engine;kw;front_size;front_load;front_speed;rear_size;rear_load;rear_speed;oem;winter;note';
const golf = 'Volkswagen;Golf;VII;2012;2020;1.6 TDI;81;205/55 R16;91;V;;;;yes;no;';
const bad = 'Volkswagen;Golf;VII;2012;2020;1.6 TDI;81;205/99;91;V;;;;yes;no;';
const write = async (...rows: string[]) => {
  const file = join(folder, 'cars.csv');
  await writeFile(file, `${[header, ...rows].join('\n')}\n`);
  return file;
};
const rows = () => database.db.kysely.selectFrom('vehicle_fitments').select(['model', 'front_size']).execute();

test('a dry run changes nothing, an import replaces the earlier list and names bad rows', async () => {
  const file = await write(golf, golf.replace('205/55 R16', '225/45 R17'));
  expect((await run(['vehicles', 'import', file, '--dry-run'])).out).toContain('Dry run: nothing has changed.');
  expect(await rows()).toEqual([]);
  expect(await run(['vehicles', 'import', file])).toMatchObject({ code: 0 });
  expect(await rows()).toHaveLength(2);
  const second = await run(['vehicles', 'import', await write(golf, bad)]);
  expect(second).toMatchObject({ code: 3 });
  expect(second.out).toContain('line 3: front_size is not a size such as 205/55 R16');
  expect(second.out).toContain('1 row of 1 make; the earlier list had 2 rows.');
  expect(await rows()).toEqual([{ model: 'Golf', front_size: '205/55 R16' }]);
});

test('says that the database is of an older version', async () => {
  const file = await write(golf);
  await sql`alter table vehicle_fitments rename front_load to load`.execute(database.db.kysely);
  onTestFinished(async () => {
    await sql`alter table vehicle_fitments rename load to front_load`.execute(database.db.kysely);
  });
  expect((await run(['vehicles', 'import', file])).err).toBe(
    'vehicles import: this database lacks tables or columns of this version: start the shop on it once, which creates them\n',
  );
});

test('a list without good rows or columns is refused and changes nothing', async () => {
  await run(['vehicles', 'import', await write(golf)]);
  const withoutRows = await run(['vehicles', 'import', await write(bad)]);
  expect(withoutRows).toMatchObject({ code: 1 });
  expect(withoutRows.out).toContain('Refused: it has no good row. Nothing has changed.');
  const file = join(folder, 'other.csv');
  await writeFile(file, 'make;model\nVolkswagen;Golf\n');
  expect(await run(['vehicles', 'import', file])).toMatchObject({ code: 1 });
  expect(await rows()).toHaveLength(1);
});

test('removing the list is done once', async () => {
  await run(['vehicles', 'import', await write(golf)]);
  expect(await run(['vehicles', 'remove', '--yes'])).toMatchObject({ code: 0 });
  expect(await rows()).toEqual([]);
  expect(await run(['vehicles', 'remove', '--yes'])).toMatchObject({ code: 1 });
});

test('the example of the documentation prints what it says', async () => {
  const docs = join(import.meta.dirname, '../../../docs');
  const example = /```sh\n(.*)\n([^`]*)```/.exec(readFileSync(join(docs, 'supply/vehicles-and-sets.md'), 'utf8'));
  const [, command = '', printed] = example ?? [];
  const args = command.replace('npm run shop -- ', '').replace('docs/', `${docs}/`).split(' ');
  expect(await run(args)).toMatchObject({ code: 0, out: printed });
});
