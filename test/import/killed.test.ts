import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builtServer, node } from '../support/server/server-process.ts';
import { catalogue, csv, tires } from './price-list.ts';

const shop = catalogue();

/** A command of the built shop in a process of its own; `input` stays open until `end`. */
function command(args: string[], input = '') {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, [join(builtServer, 'main.js'), ...args], {
    env: { PATH, HOME, DATABASE_URL: shop.url(), NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  // A killed process reads no more.
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
const blocked = () => count(sql`select count(*)::integer as count from pg_locks where not granted`);
/** Sessions in a transaction, except this one and those that only hold a row. */
const working = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      and application_name <> 'order'`);

/** Sessions that have stored rows of a list and wait for more. */
const reading = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query ilike 'copy staged_tires%'`);

/** Locks a stock row like an order: an import waits for it with everything else done. */
async function orderOf(sku: string) {
  const { id } = await shop.tire(sku);
  const order = await shop.pool.connect();
  await order.query(`begin; set local application_name to 'order'`);
  await order.query('select from stock where tire_id = $1 for update', [id]);
  return async () => {
    await order.query('rollback');
    order.release();
  };
}

/** Kills a command while it waits for a stock row that an order holds, which it writes last. */
async function killedAtStock(args: string[], input?: string) {
  const unlock = await orderOf('T7');
  const killed = command(args, input);
  const ended = killed.end();
  await expect.poll(blocked).toBe(1);
  expect(await killed.kill()).toBe('SIGKILL');
  await ended;
  await unlock();
  await expect.poll(working).toBe(0);
}

const before = tires(30);
const after = [...tires(29, { price: '60', stock_ringtee: '9' }), { supplier_sku: 'T99', model: 'Fresh' }];

async function expectCompleteImport() {
  expect(await command(['import', '-'], csv(after)).end()).toMatchObject({
    code: 0,
    output: expect.stringContaining('30 rows read: 1 added, 29 updated'),
  });
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect(await shop.tire('T30')).toMatchObject({ on_sale: false });
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 9 });
}

test('an import killed while reading changes nothing, and the next one succeeds', async () => {
  await shop.importList(before);
  const there = await shop.everything();
  const { kill } = command(['import', '-'], csv(tires(5_000, { price: '50' })));
  await expect.poll(reading).toBe(1);
  expect(await kill()).toBe('SIGKILL');
  await expect.poll(working).toBe(0);
  expect(await shop.everything()).toEqual(there);
  await expectCompleteImport();
});

test('an import killed before its stock changes nothing, and the next one succeeds', async () => {
  await shop.importList(before);
  const there = await shop.everything();
  await killedAtStock(['import', '-'], csv(after));
  expect(await shop.everything()).toEqual(there);
  await expectCompleteImport();
});

test('an import killed behind another leaves that one running', async () => {
  await shop.importList(before);
  const unlock = await orderOf('T7');
  const first = command(['import', '-'], csv(after)).end();
  await expect.poll(blocked).toBe(1);
  const second = command(['import', '-'], csv(tires(30, { price: '1' })));
  const ended = second.end();
  await expect.poll(blocked).toBe(2);
  await second.kill();
  await ended;
  await unlock();
  expect(await first).toMatchObject({ code: 0 });
  await expect.poll(working).toBe(0);
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect((await shop.everything()).imports).toHaveLength(2);
});

test('a killed undo changes nothing, and can be repeated', async () => {
  await shop.importList(before);
  const there = await shop.everything();
  await expectCompleteImport();
  const imported = await shop.everything();
  await killedAtStock(['imports', 'undo', '--yes']);
  expect(await shop.everything()).toEqual(imported);
  expect(await command(['imports', 'undo', '--yes']).end()).toMatchObject({ code: 0 });
  const { tires: all } = await shop.everything();
  const onSale = all.filter(({ on_sale }) => on_sale).map(({ id, price_cents }) => [id, price_cents]);
  expect(onSale).toEqual(there.tires.map(({ id, price_cents }) => [id, price_cents]));
});
