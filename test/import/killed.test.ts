import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builtServer, node } from '../support/server-process.ts';
import { catalogue, csv, tires } from './price-list.ts';

const shop = catalogue();

/** A command of the built shop in a process of its own; `input` stays open until `end`. */
function command(args: string[], input = '') {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, [join(builtServer, 'main.js'), ...args], {
    env: { PATH, HOME, DATABASE_URL: shop.url(), NODE_ENV: 'production' },
    stdio: 'pipe',
  });
  // Killed, it reads no more.
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  const said = Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join(''));
  return {
    end: async () => {
      child.stdin.end();
      return { code: await exited, said: await said };
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
/** Sessions that work on a transaction of their own, besides this one and those that only hold a row. */
const working = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      and application_name <> 'order'`);

/** Sessions that have stored rows of a list and wait for more of them. */
const reading = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and query ilike 'copy staged_tires%'`);

/** Holds a row of the stock as an order does: whoever wants to write it waits, with everything else done. */
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

/** Kills a command while it waits for a row of the stock that an order holds, which it writes last. */
async function killedAtTheStock(args: string[], input?: string) {
  const letGo = await orderOf('T7');
  const killed = command(args, input);
  const ended = killed.end();
  await expect.poll(blocked).toBe(1);
  expect(await killed.kill()).toBe('SIGKILL');
  await ended;
  await letGo();
  await expect.poll(working).toBe(0);
}

const before = tires(30);
const after = [...tires(29, { price: '60', stock_ringtee: '9' }), { supplier_sku: 'T99', model: 'Fresh' }];

async function landsWhole() {
  expect(await command(['import', '-'], csv(after)).end()).toMatchObject({
    code: 0,
    said: expect.stringContaining('30 rows read: 1 added, 29 updated'),
  });
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect(await shop.tire('T30')).toMatchObject({ on_sale: false });
  expect((await shop.stockOf('T1'))[0]).toMatchObject({ place: 'ringtee', on_hand: 9 });
}

test('an import that is killed while it reads: nothing has changed, and the next one lands', async () => {
  await shop.land(before);
  const there = await shop.everything();
  const { kill } = command(['import', '-'], csv(tires(5_000, { price: '50' })));
  await expect.poll(reading).toBe(1);
  expect(await kill()).toBe('SIGKILL');
  await expect.poll(working).toBe(0);
  expect(await shop.everything()).toEqual(there);
  await landsWhole();
});

test('killed with nothing left to do but the stock: nothing has changed, and the next one lands', async () => {
  await shop.land(before);
  const there = await shop.everything();
  await killedAtTheStock(['import', '-'], csv(after));
  expect(await shop.everything()).toEqual(there);
  await landsWhole();
});

test('killed while another import is at work: that one lands', async () => {
  await shop.land(before);
  const letGo = await orderOf('T7');
  const first = command(['import', '-'], csv(after)).end();
  await expect.poll(blocked).toBe(1);
  const second = command(['import', '-'], csv(tires(30, { price: '1' })));
  const ended = second.end();
  await expect.poll(blocked).toBe(2);
  await second.kill();
  await ended;
  await letGo();
  expect(await first).toMatchObject({ code: 0 });
  await expect.poll(working).toBe(0);
  expect(await shop.tire('T1')).toMatchObject({ price_cents: 6000 });
  expect((await shop.everything()).imports).toHaveLength(2);
});

test('taking back that is killed in the middle has taken nothing back, and can be done again', async () => {
  await shop.land(before);
  const there = await shop.everything();
  await landsWhole();
  const landed = await shop.everything();
  await killedAtTheStock(['imports', 'undo', '--yes']);
  expect(await shop.everything()).toEqual(landed);
  expect(await command(['imports', 'undo', '--yes']).end()).toMatchObject({ code: 0 });
  const { tires: all } = await shop.everything();
  const onSale = all.filter(({ on_sale }) => on_sale).map(({ id, price_cents }) => [id, price_cents]);
  expect(onSale).toEqual(there.tires.map(({ id, price_cents }) => [id, price_cents]));
});
