import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { contentsOf, emptyDatabase } from '../../support/database/backups.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { placedOrder } from '../../support/orders/placed-order.ts';
import { ask } from '../../support/server/client.ts';
import { addressOf, runMain, runServer } from '../../support/server/server-process.ts';

async function openShop(folder: string, env: Record<string, string> = {}) {
  const server = runServer(folder, env);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.exited;
  });
  const address = await addressOf(server);
  const close = async () => {
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  return { address, close, pid: server.pid };
}

const order = ({ address }: { address: string }, { number, token }: { number: string; token: string }) =>
  ask(address, `/api/v1/orders/${number}`, { headers: { 'order-token': token } });

/** What an embedded database holds that nobody works with. */
async function contentsIn(folder: string) {
  const server = await startEmbedded({ folder, log: () => {} });
  return contentsOf(server.url).finally(server.stop);
}

test('one command restores a backup on an empty machine; another moves the shop to its own PostgreSQL', async () => {
  const folder = await temporaryFolder();
  const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')];
  const first = await openShop(old);
  const { items } = (await ask(first.address, '/api/v1/products?limit=1')).json<ProductList>();
  const tire = items[0] as { id: string; price: number };
  const key = await placedOrder(first.address, tire);
  const backup = await runMain(['backup', '--json'], { DATA_DIR: old });
  expect(backup).toMatchObject({ code: 0, err: '' });
  const [file = ''] = await readdir(join(old, 'backups'));
  expect(JSON.parse(backup.out)).toMatchObject({ file: join(old, 'backups', file), rows: { 'public.orders': 1 } });
  await first.close();
  const before = await contentsIn(old);

  const env = { DATA_DIR: fresh, BACKUP_DIR: join(old, 'backups') };
  const restored = await runMain(['restore'], env);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(': 1 order, ') });
  const { tires, orders, secrets, stock } = await contentsIn(fresh);
  expect({ tires, orders, secrets, stock }).toEqual({
    tires: before.tires,
    orders: before.orders,
    secrets: before.secrets,
    stock: before.stock,
  });

  const second = await openShop(fresh);
  expect((await order(second, key)).json()).toMatchObject({ order: { number: key.number, status: 'confirmed' } });
  const beside = await runMain(['restore', '--json'], env);
  expect(beside.code).toBe(1);
  expect(JSON.parse(beside.out)).toMatchObject({ ok: false, reason: 'in-use' });
  const next = await placedOrder(second.address, tire);
  const own = await emptyDatabase();
  expect(await runMain(['backup', join(folder, 'move.zip')], { DATA_DIR: fresh })).toMatchObject({ code: 0 });
  await second.close();
  const moved = await runMain(['restore', join(folder, 'move.zip')], { DATABASE_URL: own, DATA_DIR: fresh });
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining(': 2 orders, ') });
  const third = await openShop(fresh, { DATABASE_URL: own });
  for (const one of [key, next]) expect(await order(third, one)).toMatchObject({ status: 200 });
  const busy = await runMain(['restore', join(folder, 'move.zip')], { DATABASE_URL: own, DATA_DIR: fresh });
  expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('rehvipood catalogue') });
});
