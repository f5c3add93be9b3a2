import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { csv } from '../../import/price-list.ts';
import { commandRunner } from '../../support/command.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const database = ordersDatabase();
let minutes = 0;
/** Each command runs a minute after the one before. */
const run = (args: string[], stdin?: Readable) => {
  const now = new Date(fridayNoon.getTime() + minutes++ * 60_000);
  return commandRunner(database)(args, undefined, { now: () => now, ...(stdin && { stdin }) });
};
const prices = (...args: string[]) => run(['prices', ...args]);

async function importedTire(price = '79.90') {
  const list = csv([{ supplier_sku: 'T1', price }]);
  expect(await run(['import', '-'], Readable.from([Buffer.from(list)]))).toMatchObject({ code: 0 });
  const { id } = await database.db.kysely
    .selectFrom('tires')
    .select('id')
    .where('supplier_sku', '=', 'T1')
    .executeTakeFirstOrThrow();
  return id;
}

test('prices pin and unpin: set a price by hand, and restore the price of the list', async () => {
  const id = await importedTire();
  expect(await prices('pin', id, '69,90', '--reason', 'offer of the week')).toEqual({
    code: 0,
    out: `${id}: €79.90 before, €69.90 now.\n`,
    err: '',
  });
  await importedTire('85');
  const shown = await prices('show', id);
  expect(shown.out).toContain(`(${id}): €69.90; lowest price in the 30 days before this price: €79.90\n`);
  expect(shown.out).toMatch(/^Pinned at €69\.90, 20\d\d-.* by operator: offer of the week$/m);
  expect(shown.out).toMatch(/^latakko +T1 +€85\.00 +not known +20 +2$/m);
  const unpinned = await prices('unpin', id, '--reason', 'over', '--json');
  expect(JSON.parse(unpinned.out)).toEqual({ ok: true, tire: id, before: 69.9, after: 85 });
  expect(await prices('unpin', id, '--reason', 'over')).toMatchObject({
    code: 1,
    err: expect.stringContaining('not pinned'),
  });
});

test('prices pin --from --to and prices pins: names the pin, its days and who made it', async () => {
  const id = await importedTire();
  const [from, to] = ['2030-03-01', '2030-03-15'];
  expect((await prices('pin', id, '75', '--from', from, '--to', to, '--reason', 'spring')).out).toBe(
    `${id}: €79.90 before, €79.90 now.\n`,
  );
  expect((await prices('show', id)).out).toMatch(
    /^Will be pinned at €75\.00 from 2030-03-01 to 2030-03-15, 20\d\d-.* by operator: spring$/m,
  );
  const wrong = await prices('pin', id, '75', '--from', to, '--to', from, '--reason', 'spring');
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('the last day is before the first day') });

  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-pins-'));
  const file = join(folder, 'offers.csv');
  await writeFile(file, `id;price;to;who\n${id};69,90;31.12.2029;Mart\nnone;50;;\n`);
  const importing = (...args: string[]) => prices('pins', file, '--reason', 'offers', ...args);
  const printed = `line 3: id names no known tire\n${id}: €79.90 before, €69.90 now.\n1 pinned price; 1 price changes at once.\n`;
  expect(await importing('--dry-run')).toEqual({
    code: 3,
    out: `${printed}Dry run: nothing has changed.\n`,
    err: '',
  });
  expect((await prices('show', id)).out).toContain(`(${id}): €79.90`);
  expect(await importing()).toMatchObject({ code: 3, out: printed });
  expect((await prices('why', id)).out).toMatch(
    /: €69\.90\nPinned at €69\.90 to 2029-12-31, 20\d\d-.* by operator:Mart: offers\n/,
  );
  expect(JSON.parse((await prices('why', id, '--json')).out)).toMatchObject({
    pinned: { price: 69.9, from: null, until: '2029-12-31', actor: 'operator:Mart' },
  });
});

test('prices pins: refuses a list with an unknown column, which may be meant as the last day', async () => {
  const id = await importedTire();
  const file = join(await mkdtemp(join(tmpdir(), 'rehvipood-pins-')), 'offers.csv');
  await writeFile(file, `id;price;until;note;\n${id};69,90;31.12.2029;;\n`);
  expect(await prices('pins', file, '--reason', 'offers')).toEqual({
    code: 1,
    out: 'Refused: unknown columns until, note. Nothing has changed.\n',
    err: '',
  });
  expect((await prices('why', id)).out).not.toContain('Pinned');
});

test('prices off-sale and on-sale: take a tire off sale, which lists do not bring back, and put it on sale again', async () => {
  const id = await importedTire();
  expect((await prices('off-sale', id, '--reason', 'recalled')).out).toBe(`${id}: €79.90 before, off sale now.\n`);
  await importedTire('85');
  const shown = JSON.parse((await prices('show', id, '--json')).out);
  expect(shown).toMatchObject({
    onSale: false,
    offSaleBecause: 'by-hand',
    price: null,
    listPrice: 85,
    takenOffSale: { reason: 'recalled', actor: 'operator' },
    sources: [{ supplier: 'latakko', price: 85, costNet: null }],
  });
  expect(shown.changes).toMatchObject([
    { price: null, cause: 'off_sale' },
    { price: 79.9, cause: 'list' },
  ]);
  const whyOffSale = new RegExp(`^${id}: off sale\\nTaken off sale 20\\d\\d-.* by operator: recalled\\n$`);
  expect((await prices('why', id)).out).toMatch(whyOffSale);
  const file = join(await mkdtemp(join(tmpdir(), 'rehvipood-rules-')), 'prices.mjs');
  await writeFile(file, `export default { markup: [{ name: 'all', percent: 18 }], round: { endings: ['.90'] } };`);
  const { hash } = JSON.parse((await prices('preview', '--rules', file, '--json')).out);
  expect(await prices('apply', hash, '--rules', file)).toMatchObject({ code: 0 });
  expect((await prices('why', id)).out).toMatch(whyOffSale);
  expect(JSON.parse((await prices('why', id, '--json')).out)).toMatchObject({
    price: null,
    takenOffSale: { reason: 'recalled', actor: 'operator' },
  });
  expect((await prices('undo', '--yes')).code).toBe(0);
  expect((await prices('on-sale', id, '--reason', 'checked')).out).toBe(`${id}: off sale before, €85.00 now.\n`);
});

test.each([
  [['pin', 'none', '10', '--reason', 'x'], 1],
  [['pin', 'none', '0', '--reason', 'x'], 1],
  [['show', 'none'], 1],
  [['pin', 'none', '10'], 2],
  [['pin', 'none', 'ten', '--reason', 'x'], 2],
  [['pin', 'none', '--reason', 'x'], 2],
  [['off-sale', 'none', '--reason', ' '], 2],
])('prices %j exits with code %i', async (args, code) => {
  expect(await prices(...args)).toMatchObject({ code, out: '' });
});

test('prices preview --out: leaves no unfinished file if FILE cannot be replaced', async () => {
  await importedTire();
  const folder = await temporaryFolder();
  const file = join(folder, 'moves.csv');
  await mkdir(file);
  expect(await prices('preview', '--out', file)).toMatchObject({ code: 1, out: '' });
  expect(await readdir(folder)).toEqual(['moves.csv']);
});
