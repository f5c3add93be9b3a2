import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { testDatabase } from '../../support/database/database.ts';
import { seedTires } from '../../support/database/seed.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ask } from '../../support/server/client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

test('reports not ready on SIGTERM, and serves on for DRAIN_SECONDS', async () => {
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
  const cachedPage = () => ask(address, '/en/faq', { headers: { connection: 'keep-alive' } });
  await cachedPage();

  server.kill('SIGTERM');
  await vi.waitUntil(async () => (await ready()).status === 503);
  expect((await ready()).json()).toMatchObject({ status: 'closing' });
  const order = await ask(address, '/api/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), connection: 'keep-alive' },
    body: JSON.stringify(form({ items: items(['tire', 1]) })),
  });
  expect(order).toMatchObject({ status: 201, headers: { connection: 'close' } });
  // Cached responses too: the client should connect to another process.
  expect(await cachedPage()).toMatchObject({ status: 200, headers: { connection: 'close' } });
});
