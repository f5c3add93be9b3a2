import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { testDatabase } from '../../support/database/database.ts';
import { seedTires } from '../../support/database/seed.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { sendRequest } from '../../support/server/client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

test('after SIGTERM reports not ready and continues to answer requests for DRAIN_SECONDS', async () => {
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
  const requestReadiness = () => sendRequest(`http://127.0.0.1:${healthPort}`, '/health/ready');
  expect(await requestReadiness()).toMatchObject({ status: 200 });
  const requestCachedPage = () => sendRequest(address, '/en/faq', { headers: { connection: 'keep-alive' } });
  await requestCachedPage();

  server.kill('SIGTERM');
  await vi.waitUntil(async () => (await requestReadiness()).status === 503);
  expect((await requestReadiness()).json()).toMatchObject({ status: 'closing' });
  const order = await sendRequest(address, '/api/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), connection: 'keep-alive' },
    body: JSON.stringify(form({ items: items(['tire', 1]) })),
  });
  expect(order).toMatchObject({ status: 201, headers: { connection: 'close' } });
  // Cached responses have it too: the client should connect to another process.
  expect(await requestCachedPage()).toMatchObject({ status: 200, headers: { connection: 'close' } });
});
