import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import { followTimesMs } from '../../../src/database/follow-channel.server.ts';
import { migrate } from '../../../src/database/migrate.server.ts';
import { migrations } from '../../../src/database/migrations.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { testDatabase } from '../../support/database/database.ts';
import { seedTires } from '../../support/database/seed.ts';
import { initialisedFolder } from '../../support/database/temporary-database.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { sendRequest } from '../../support/server/client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/server/tcp-proxy.ts';

type Process = Awaited<ReturnType<typeof startProcess>>;

/** Within this time an order on one process must show on the other. */
const maxDelayMs = 2_000;

async function startProcess(databaseUrl: string) {
  const healthPort = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-two-'));
  const server = runServer(folder, { DATABASE_URL: databaseUrl, HEALTH_PORT: `${healthPort}` });
  const address = await addressOf(server);
  const get = (path: string) => sendRequest(address, path);
  return {
    get,
    available: async () => (await get('/api/v1/products?id=tire')).json<ProductList>().items[0]?.available,
    health: async () =>
      (await sendRequest(`http://127.0.0.1:${healthPort}`, '/health/ready')).json<{ status: string }>().status,
    order: (count: number) =>
      sendRequest(address, '/api/v1/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(form({ items: items(['tire', count]) })),
      }),
    stop: async () => {
      server.kill('SIGTERM');
      await server.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Expects pages with the last known stock, and 503 for orders. */
async function expectBrowsingOnly(shop: Process, available: number) {
  for (const path of ['/', '/?season=summer', '/product?id=tire', '/api/v1/products?season=summer']) {
    expect(await shop.get(path), path).toMatchObject({ status: 200 });
  }
  expect(await shop.available()).toBe(available);
  expect((await shop.get('/product?id=tire')).text).toContain('Hakka Blue 3');
  const refused = await shop.order(1);
  expect(refused.status).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'unavailable' });
}

let shopA: Process;
/** Reaches the database through `proxy`. */
let shopB: Process;
let proxy: TcpProxy;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { url, drop } = await testDatabase();
  closing.push(drop);
  const db = openDatabase(url);
  await seedTires(db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]);
  await db.close();
  proxy = await startTcpProxy(url);
  closing.push(proxy.close);
  shopA = await startProcess(url);
  closing.push(shopA.stop);
  shopB = await startProcess(proxy.url);
  closing.push(shopB.stop);
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

// These tests measure wall-clock time, so a busy machine can make them fail.
const timed = { retry: 2 };

/** Orders at `shopA`; returns the available count after the order. */
async function orderAtShopA(count: number): Promise<number> {
  const available = ((await shopA.available()) ?? 0) - count;
  expect((await shopA.order(count)).status).toBe(201);
  return available;
}

test('an order at one process changes the stock that the other shows within two seconds', timed, async () => {
  const available = await orderAtShopA(2);
  await expect.poll(shopB.available, { timeout: maxDelayMs, interval: 20 }).toBe(available);
});

test('shows orders placed during a broken database connection once it works again', timed, async () => {
  const before = (await shopB.available()) ?? 0;
  proxy.cut();
  await expect.poll(shopB.health).toBe('browsing');
  const available = await orderAtShopA(2);
  await expectBrowsingOnly(shopB, before);
  proxy.restore();
  await expect.poll(shopB.available, { timeout: maxDelayMs, interval: 20 }).toBe(available);
  await expect.poll(shopB.health).toBe('ready');
  expect((await shopB.order(1)).status).toBe(201);
  await expect.poll(shopA.available, { timeout: maxDelayMs, interval: 20 }).toBe(available - 1);
});

test(
  'shows orders that were placed while the network to the database discarded all packets, once it works again',
  timed,
  async () => {
    proxy.silence();
    await expect.poll(shopB.health).toBe('browsing');
    const available = await orderAtShopA(2);
    proxy.restore();
    await expect.poll(shopB.available, { timeout: maxDelayMs, interval: 20 }).toBe(available);
  },
);

test('the timeouts to detect and reopen a lost connection add up to less than two seconds', () => {
  expect(followTimesMs.heartbeat + followTimesMs.answer + followTimesMs.reconnect).toBeLessThan(maxDelayMs);
});

test('serves home, product and list without the database, and rejects orders with 503', async () => {
  const server = await startEmbedded({ folder: await initialisedFolder(), log: () => {} });
  onTestFinished(server.stop);
  await migrate(server.url, migrations, () => {});
  const db = openDatabase(server.url);
  await seedTires(db.kysely, [{ id: 'tire', stock: { ringtee: 7 } }]);
  await db.close();
  const shop = await startProcess(server.url);
  onTestFinished(shop.stop);
  expect(await shop.health()).toBe('ready');
  await server.stop();
  await expect.poll(shop.health).toBe('browsing');
  await expectBrowsingOnly(shop, 7);
});
