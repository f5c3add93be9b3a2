import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builtServer, node } from '../support/server/server-process.ts';
import { catalogue, csv, tires } from './price-list.ts';

const shop = catalogue();

/** A command of the built shop in a separate process; `input` stays open until `end`. */
function command(args: string[], input = '') {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, [join(builtServer, 'main.js'), ...args], {
    env: { PATH, HOME, DATABASE_URL: shop.url(), NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  // Writing to a killed process fails.
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''));
  return {
    end: async () => {
      child.stdin.end();
      return { code: await exited, output: await output };
    },
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(shop.db)).rows[0]?.count ?? 0;
const waitingForLocks = () =>
  count(sql`select count(*)::integer as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`);
/** The number of sessions in a transaction, except this one and those of `lockStock`. */
const openTransactions = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      and application_name <> 'order'`);

/** The number of imports that have stored rows of a list and wait for more. */
const waitingForRows = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query ilike 'copy staged_tires%'`);

/** Locks a stock row as an order does. An import writes the stock last, so it waits for this lock after all other writes. */
async function lockStock(sku: string) {
  const { id } = await shop.tire(sku);
  const order = await shop.pool.connect();
  await order.query(`begin; set local application_name to 'order'`);
  await order.query('select from stock where tire_id = $1 for update', [id]);
  return async () => {
    await order.query('rollback');
    order.release();
  };
}

/** Kills a command while it waits for a locked stock row. */
async function killAtStock(args: string[], input?: string) {
  const unlock = await lockStock('T7');
  const killed = command(args, input);
  const ended = killed.end();
  await expect.poll(waitingForLocks).toBe(1);
  expect(await killed.kill()).toBe('SIGKILL');
  await ended;
  await unlock();
  await expect.poll(openTransactions).toBe(0);
}

const earlierList = tires(30);
const newList = [...tires(29, { price: '60', stock_ringtee: '9' }), { supplier_sku: 'T99', model: 'Fresh' }];

async function expectCompleteImport() {
  expect(await command(['import', '-'], csv(newList)).end()).toMatchObject({
    code: 0,
    output: expect.stringContaining('30 rows read: 1 added, 29 updated'),
  });
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect(await shop.tire('T30')).toMatchObject({ on_sale: false });
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 9 });
}

test('an import killed while it reads its list changes nothing, and the next import succeeds', async () => {
  await shop.importList(earlierList);
  const contentsBefore = await shop.everything();
  const { kill } = command(['import', '-'], csv(tires(5_000, { price: '50' })));
  await expect.poll(waitingForRows).toBe(1);
  expect(await kill()).toBe('SIGKILL');
  await expect.poll(openTransactions).toBe(0);
  expect(await shop.everything()).toEqual(contentsBefore);
  await expectCompleteImport();
});

test('an import killed before it writes the stock changes nothing, and the next import succeeds', async () => {
  await shop.importList(earlierList);
  const contentsBefore = await shop.everything();
  await killAtStock(['import', '-'], csv(newList));
  expect(await shop.everything()).toEqual(contentsBefore);
  await expectCompleteImport();
});

test('an import killed while it waits for another import leaves the other running', async () => {
  await shop.importList(earlierList);
  const unlock = await lockStock('T7');
  const first = command(['import', '-'], csv(newList)).end();
  await expect.poll(waitingForLocks).toBe(1);
  const second = command(['import', '-'], csv(tires(30, { price: '1' })));
  const ended = second.end();
  await expect.poll(waitingForLocks).toBe(2);
  await second.kill();
  await ended;
  await unlock();
  expect(await first).toMatchObject({ code: 0 });
  await expect.poll(openTransactions).toBe(0);
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect((await shop.everything()).imports).toHaveLength(2);
});

test('a killed undo changes nothing, and can be repeated', async () => {
  await shop.importList(earlierList);
  const contentsBefore = await shop.everything();
  await expectCompleteImport();
  const contentsAfterImport = await shop.everything();
  await killAtStock(['imports', 'undo', '--yes']);
  expect(await shop.everything()).toEqual(contentsAfterImport);
  expect(await command(['imports', 'undo', '--yes']).end()).toMatchObject({ code: 0 });
  const { tires: all } = await shop.everything();
  const onSale = all.filter(({ on_sale }) => on_sale).map(({ id, price_cents }) => [id, price_cents]);
  expect(onSale).toEqual(contentsBefore.tires.map(({ id, price_cents }) => [id, price_cents]));
});
