import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { csv, type Row, streamOf, tires } from '../../import/price-list.ts';
import { commandRunner, interactiveRunner } from '../../support/command.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const database = ordersDatabase();
const run = commandRunner(database);
const ask = interactiveRunner(run);
const at = (minutes: number) => new Date(fridayNoon.getTime() + minutes * 60_000);

/** Each list is imported a minute after the previous one. */
let minute = 0;
beforeEach(() => {
  minute = 0;
});

async function importRows(rows: Row[]) {
  const now = at(minute++);
  const list = csv(rows);
  const io = { stdin: Readable.from([Buffer.from(list)]), now: () => now };
  expect(await run(['import', '-'], undefined, io)).toMatchObject({ code: 0 });
}

const prices = async () => {
  const rows = await database.db.kysely
    .selectFrom('tires')
    .select(['supplier_sku', 'price_cents', 'on_sale'])
    .orderBy('supplier_sku')
    .execute();
  return rows.map(({ supplier_sku, price_cents, on_sale }) => `${supplier_sku} ${on_sale ? price_cents : 'off sale'}`);
};
const hourLater = { now: () => at(60) };
const undo = (args: string[] = ['--yes'], answer?: string) => run(['imports', 'undo', ...args], answer, hourLater);

test('imports list: shows the imports, newest first, with their actors and undos', async () => {
  expect(await run(['imports', 'list'])).toEqual({ code: 0, out: 'No imports.\n', err: '' });
  await importRows(tires(2));
  await importRows([...tires(2, { price: '60' }), { supplier: 'beta', supplier_sku: 'B1', model: 'Else' }]);
  // A list without changes is not recorded as an import.
  await importRows(tires(2, { price: '60' }));
  const { out } = await run(['imports', 'list']);
  const [headings, second, first, ...more] = out.trimEnd().split('\n');
  expect(headings).toMatch(/^ *id +imported +file +suppliers +added +updated +off sale +left out +by/);
  expect(second).toMatch(/^ *\d+ +2026-11-20 12:01 +standard input +beta, latakko +1 +2 +0 +0 +operator *$/);
  expect(first).toMatch(/^ *\d+ +2026-11-20 12:00 +standard input +latakko +2 +0 +0 +0 +operator *$/);
  expect(more).toEqual([]);
  await undo();
  const [, undone, earlier] = (await run(['imports', 'list'])).out.split('\n');
  expect(undone).toMatch(/operator +undone 2026-11-20 13:00 *$/);
  expect(earlier).not.toContain('undone');
  const { imports } = JSON.parse((await run(['imports', 'list', '--json'])).out);
  expect(imports).toMatchObject([
    { suppliers: ['beta', 'latakko'], undone_at: at(60).toISOString(), undone_by: 'operator', recorded: true },
    { suppliers: ['latakko'], counts: { added: 2, updated: 0, removed: 0, failed: 0 }, undone_at: null },
  ]);
});

test('imports undo: undoes the last import, then the one before it, then refuses', async () => {
  await importRows(tires(2));
  await importRows([...tires(2, { price: '60' }), { supplier_sku: 'T9', model: 'Fresh' }]);
  const result = await undo();
  expect(result).toMatchObject({ code: 0, err: '' });
  expect(result.out).toMatch(
    /^Import \d+ of 2026-11-20 12:01 \(standard input\): 2 rows restored, 1 rows removed, 1 tires off sale, 3 prices changed, 2 stock counts changed\.\n$/,
  );
  expect(await prices()).toEqual(['T1 7990', 'T2 7990', 'T9 off sale']);
  const secondUndo = await undo(['--yes', '--json']);
  expect(JSON.parse(secondUndo.out)).toMatchObject({ ok: true, restored: 0, unlisted: 2, removed: 2, dryRun: false });
  expect(await prices()).toEqual(['T1 off sale', 'T2 off sale', 'T9 off sale']);
  expect(await undo()).toEqual({ code: 1, out: '', err: 'imports undo: there is no import to undo\n' });
  const json = await undo(['--yes', '--json']);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toEqual({
    ok: false,
    reason: 'no-import',
    message: 'there is no import to undo',
  });
});

test('imports undo --dry-run: prints the same result and changes nothing', async () => {
  await importRows(tires(2));
  await importRows(tires(2, { price: '60' }));
  const dryRun = await undo(['--dry-run']);
  expect(dryRun).toMatchObject({ code: 0, err: '' });
  expect(dryRun.out).toMatch(
    /: 2 rows restored, .* 2 prices changed, 0 stock counts changed\.\nDry run: nothing has changed\.\n$/,
  );
  expect(await prices()).toEqual(['T1 6000', 'T2 6000']);
  expect((await run(['imports', 'list'])).out).not.toContain('undone');
  const [line] = (await undo()).out.split('\n');
  expect(dryRun.out.split('\n')[0]).toBe(line);
});

test('imports undo: asks for confirmation and names the import; does nothing without a terminal', async () => {
  await importRows(tires(1));
  await importRows(tires(1, { price: '60' }));
  const question = /Undo import \d+ of 2026-11-20 12:01 \(standard input\): 1 rows restored, /;
  const declined = await undo([], 'n');
  expect(declined).toMatchObject({ code: 1, out: '', err: expect.stringMatching(question) });
  expect(declined.err).toMatch(/\? \[y\/N\] imports undo: nothing has changed\n$/);
  expect(await undo([])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(question) });
  expect(await prices()).toEqual(['T1 6000']);
  expect(await undo([], 'y')).toMatchObject({ code: 0 });
  expect(await prices()).toEqual(['T1 7990']);
});

test('imports undo: changes nothing if another import was committed while it waited for the answer', async () => {
  await importRows(tires(1));
  await importRows(tires(1, { price: '60' }));
  const prompt = ask(['imports', 'undo']);
  await prompt.question;
  await importRows(tires(1, { price: '50' }));
  const { code, out, err } = await prompt.answer('y');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/imports undo: another import was made meanwhile; nothing has changed\n$/);
  expect(await prices()).toEqual(['T1 5000']);
});

test('imports undo: Ctrl-C at the question changes nothing', async () => {
  await importRows(tires(1));
  const prompt = ask(['imports', 'undo']);
  await prompt.question;
  expect(await prompt.stop()).toMatchObject({ code: 130, out: '' });
  expect(await prices()).toEqual(['T1 7990']);
});

test('imports undo: refuses an import whose previous state is no longer stored', async () => {
  // Six imports; the values before the last five are stored.
  for (let price = 50; price < 56; price += 1) await importRows(tires(1, { price: `${price}` }));
  expect((await run(['imports', 'list'])).out.trimEnd()).toMatch(/can no longer be undone$/);
  for (let round = 0; round < 5; round += 1) expect(await undo()).toMatchObject({ code: 0 });
  expect(await undo()).toEqual({
    code: 1,
    out: '',
    err: 'imports undo: the last import is too old: the values before it are no longer stored\n',
  });
  expect(await prices()).toEqual(['T1 5000']);
});

test('imports undo: refuses to undo the demonstration list', async () => {
  const { kysely } = database.db;
  await importPriceList(database.db, streamOf(csv(tires(1))), { now: at(0), branches: [], demonstration: true });
  expect(await undo()).toEqual({
    code: 1,
    out: '',
    err: 'imports undo: the last import is the demonstration list; the first import of another list replaces it\n',
  });
  expect(await prices()).toEqual(['T1 7990']);
  await kysely.updateTable('catalogue_state').set({ demonstration: false }).execute();
});

test('imports undo: refuses an import id, because it always undoes the last import', async () => {
  await importRows(tires(1));
  expect(await run(['imports', 'undo', '4711', '--yes'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('See: npm run shop -- imports undo --help'),
  });
  expect(await run(['imports', 'list', '4711'])).toMatchObject({ code: 2, out: '' });
  expect(await prices()).toEqual(['T1 7990']);
});
