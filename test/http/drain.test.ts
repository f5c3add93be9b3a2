import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/connect.server.ts';
import { temporaryFolder } from '../../src/database/temporary-database.ts';
import { ask } from '../support/client.ts';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { form, items } from '../support/order-form.ts';
import { seedTires } from '../support/seed.ts';
import { addressOf, runServer } from '../support/server-process.ts';

test('a shop that was told to end says so to balancers first, and serves on until they know', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const db = openDatabase(url);
  await seedTires(db.kysely, [{ id: 'tire', stock: { ringtee: 8 } }]);
  await db.close();
  const healthPort = await freePort();
  const server = runServer(await temporaryFolder(), {
    DATABASE_URL: url,
    HEALTH_PORT: `${healthPort}`,
    DRAIN_SECONDS: '300',
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  const address = await addressOf(server);
  const ready = () => ask(`http://127.0.0.1:${healthPort}`, '/health/ready');
  expect(await ready()).toMatchObject({ status: 200 });
  const keptPage = () => ask(address, '/en/faq', { headers: { connection: 'keep-alive' } });
  await keptPage();

  server.kill('SIGTERM');
  await vi.waitUntil(async () => (await ready()).status === 503);
  expect((await ready()).json()).toMatchObject({ status: 'closing' });
  const order = await ask(address, '/api/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), connection: 'keep-alive' },
    body: JSON.stringify(form({ items: items(['tire', 1]) })),
  });
  expect(order).toMatchObject({ status: 201, headers: { connection: 'close' } });
  // Out of memory too: its client is to come back to another shop.
  expect(await keptPage()).toMatchObject({ status: 200, headers: { connection: 'close' } });
});
