import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { copyDatabase } from '../../faults/copied-database.ts';
import { contentsOf, createEmptyDatabase } from '../../support/database/backups.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';
import { sendRequest } from '../../support/server/client.ts';
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

const fetchOrder = ({ address }: { address: string }, { number, token }: { number: string; token: string }) =>
  sendRequest(address, `/api/v1/orders/${number}`, { headers: { 'order-token': token } });

/** The contents of an embedded database that no shop is using. */
async function contentsIn(folder: string) {
  const server = await startEmbedded({ folder, log: () => {} });
  return contentsOf(server.url).finally(server.stop);
}

test('one command restores a backup on an empty machine; another moves the shop to its own PostgreSQL', async () => {
  const folder = await temporaryFolder();
  const [oldFolder, newFolder] = [join(folder, 'old'), join(folder, 'fresh')];
  await mkdir(oldFolder);
  await copyDatabase(oldFolder);
  const first = await openShop(oldFolder);
  const { items } = (await sendRequest(first.address, '/api/v1/products?limit=1')).json<ProductList>();
  const tire = items[0] as { id: string; price: number };
  const placed = await placeOrder(first.address, tire);
  const backup = await runMain(['backup', '--json'], { DATA_DIR: oldFolder });
  expect(backup).toMatchObject({ code: 0, err: '' });
  const [file = ''] = await readdir(join(oldFolder, 'backups'));
  expect(JSON.parse(backup.out)).toMatchObject({
    file: join(oldFolder, 'backups', file),
    rows: { 'public.orders': 1 },
  });
  await first.close();
  const before = await contentsIn(oldFolder);

  const env = { DATA_DIR: newFolder, BACKUP_DIR: join(oldFolder, 'backups') };
  const restored = await runMain(['restore'], env);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(': 1 order, ') });
  const { tires, orders, secrets, stock } = await contentsIn(newFolder);
  expect({ tires, orders, secrets, stock }).toEqual({
    tires: before.tires,
    orders: before.orders,
    secrets: before.secrets,
    stock: before.stock,
  });

  const second = await openShop(newFolder);
  expect((await fetchOrder(second, placed)).json()).toMatchObject({
    order: { number: placed.number, status: 'confirmed' },
  });
  const whileInUse = await runMain(['restore', '--json'], env);
  expect(whileInUse.code).toBe(1);
  expect(JSON.parse(whileInUse.out)).toMatchObject({ ok: false, reason: 'in-use' });
  const next = await placeOrder(second.address, tire);
  const ownPostgres = await createEmptyDatabase();
  expect(await runMain(['backup', join(folder, 'move.zip')], { DATA_DIR: newFolder })).toMatchObject({ code: 0 });
  await second.close();
  const moved = await runMain(['restore', join(folder, 'move.zip'), '--move'], {
    DATABASE_URL: ownPostgres,
    DATA_DIR: newFolder,
  });
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining(': 2 orders, ') });
  const third = await openShop(newFolder, { DATABASE_URL: ownPostgres });
  for (const order of [placed, next]) expect(await fetchOrder(third, order)).toMatchObject({ status: 200 });
  const whileOpen = await runMain(['restore', join(folder, 'move.zip')], {
    DATABASE_URL: ownPostgres,
    DATA_DIR: newFolder,
  });
  expect(whileOpen).toMatchObject({ code: 1, err: expect.stringContaining('rehvipood catalogue') });
});
