import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { node } from '../../support/server/server-process.ts';
import { cutOff } from './purchases-shop.ts';
import type { SendingTask } from './sending-process.ts';
import { type Kind, minutesAfter, wireShop, wireSupplier } from './wire-shop.ts';

const shop = wireShop();
const { references } = shop;

/** Starts the sending at the cut-off in a process of its own. Returns a function that kills the process. */
function startSending(kind: Kind): () => Promise<void> {
  const supplier = wireSupplier(kind);
  const task: SendingTask = {
    ...{ url: shop.database.url, at: cutOff.toISOString(), supplier },
    orderInterfaces: shop.purchasing(supplier, {}).orderInterfaces,
  };
  const args = [join(import.meta.dirname, 'sending-process.ts'), JSON.stringify(task)];
  const child = spawn(node, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(() => void child.kill('SIGKILL'));
  return async () => {
    child.kill('SIGKILL');
    expect(await exited).toBe('SIGKILL');
  };
}

/** Runs a scheduled job as the restarted shop does: this process has seen nothing of the killed sending. */
async function restart(job: 'send' | 'ask', kind: Kind, at: Date): Promise<void> {
  shop.setTime(at);
  await shop[job](wireSupplier(kind));
}

const count = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(shop.db)).rows[0]?.count ?? 0;
const sessions = () =>
  count(sql`select count(*)::integer as count from pg_stat_activity where application_name = 'sending process'`);
const waiting = () =>
  count(
    sql`select count(*)::integer as count from pg_locks where locktype = 'advisory' and classid = 1616 and not granted`,
  );

/** Lets the process wait where it writes a row. Returns a function that ends this. */
async function holdAt(write: string): Promise<() => Promise<void>> {
  const holder = await shop.database.db.pool.connect();
  await holder.query(`
    select pg_advisory_lock(1616, 1);
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1616, 1); return new; end $$;
    create trigger wait_for_test before ${write} for each row execute function wait_for_test()`);
  return async () => {
    await holder.query('select pg_advisory_unlock(1616, 1)');
    // The statement in which the process was killed ends first.
    await expect.poll(sessions).toBe(0);
    await holder.query('drop function wait_for_test cascade');
    holder.release();
  };
}

/** Kills the sending at the cut-off once it writes such a row. */
async function killAt(write: string, kind: Kind): Promise<void> {
  const release = await holdAt(write);
  const kill = startSending(kind);
  await expect.poll(waiting).toBe(1);
  await kill();
  await release();
}

/** Kills the sending once the supplier has the whole order and is silent. */
async function killAfterBody(kind: Kind): Promise<void> {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  const fake = shop.fake();
  fake.plan('timeout');
  fake.onOrder = resolve;
  const kill = startSending(kind);
  await taken;
  await kill();
  await expect.poll(sessions).toBe(0);
}

const orders = () => shop.fake().requests.filter(({ method, path }) => method === 'POST' && /\/orders?$/.test(path));
const all = [{ tire: 'remote', open: 0, confirmed: 4, backordered: 0, refused: 0, day: '2026-11-21' }];

describe.each<Kind>(['ediwheel', 'http'])('%s', (kind) => {
  test('a sending killed before its commit is a draft, which the restarted shop orders', async () => {
    await shop.order(4);
    await killAt('insert on purchase_events', kind);
    expect([await shop.state(), references()]).toEqual(['draft', []]);
    await restart('send', kind, minutesAfter(20));
    expect([await shop.state(), references()]).toEqual(['sent', ['P26-00001']]);
    expect(await shop.answersOf()).toEqual(all);
  });

  test('a sending killed before a byte left is unclear, and ordered only when an employee sends it again', async () => {
    await shop.order(4);
    await killAt('insert on purchase_exchanges', kind);
    expect(await shop.state()).toBe('sending');
    for (const minutes of [20, 80, 60 * 24 * 3]) {
      await restart('send', kind, minutesAfter(minutes));
      await restart('ask', kind, minutesAfter(minutes));
      expect([await shop.state(), orders()]).toEqual(['unclear', []]);
    }
    await shop.done('purchases', 'send', 'P26-00001', '--again', '--yes');
    await restart('send', kind, minutesAfter(60 * 24 * 3));
    expect([await shop.state(), references()]).toEqual(['sent', ['P26-00001-2']]);
  });

  test.each<[string, () => Promise<void>]>([
    ['after the supplier had its body', () => killAfterBody(kind)],
    ['before its answer was stored', () => killAt('update on purchase_exchanges', kind)],
  ])('a sending killed %s is unclear, and found at the supplier without a second order', async (_step, kill) => {
    await shop.order(4);
    await kill();
    expect([await shop.state(), references()]).toEqual(['sending', ['P26-00001']]);
    await restart('send', kind, minutesAfter(9));
    expect(await shop.state()).toBe('sending');
    await restart('send', kind, minutesAfter(20));
    expect(await shop.state()).toBe('unclear');
    await restart('ask', kind, minutesAfter(20));
    await restart('send', kind, minutesAfter(60 * 24 * 3));
    expect(await shop.purchases()).toMatchObject([{ state: 'sent', revision: 1 }]);
    expect(await shop.answersOf()).toEqual(all);
    expect([orders().length, references()]).toEqual([1, ['P26-00001']]);
  });

  test('a sending killed before its answer was booked is booked by the restarted shop', async () => {
    await shop.order(4);
    await killAt('update on purchase_lines', kind);
    expect(await shop.state()).toBe('sent');
    expect(await shop.answersOf()).toMatchObject([{ open: 4, confirmed: 0 }]);
    await restart('send', kind, minutesAfter(1));
    expect(await shop.answersOf()).toEqual(all);
    expect([orders().length, references()]).toEqual([1, ['P26-00001']]);
  });
});
