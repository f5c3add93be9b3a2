import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../../test/support/server/client.ts';
import { openCatalogueStore } from '../shop/catalog/catalogue.server.ts';
import { type Health, startHealthServer } from './health-server.ts';

async function startServer(changes: Partial<Health>) {
  const catalogue = openCatalogueStore();
  const health: Health = { isClosing: false, catalogue, snapshotAge: () => 0, metrics: null, ...changes };
  const server = await startHealthServer(health, 0, '127.0.0.1');
  onTestFinished(server.stop);
  return { health, get: (path: string) => sendRequest(server.address, path) };
}

test('a failing metric fails only the response that contains it', async () => {
  const failingMetrics = { contentType: 'text/plain', text: () => Promise.reject(new Error('no such disk')) };
  const { get } = await startServer({ metrics: failingMetrics });
  const { status, text } = await get('/metrics');
  expect(status).toBe(500);
  expect(text).not.toContain('disk');
  expect((await get('/health/live')).status).toBe(200);
});

test('answers 200 to readiness checks while the database is unreachable, and 503 once the shop closes', async () => {
  let snapshotAge = 0;
  const { health, get } = await startServer({ snapshotAge: () => snapshotAge });
  expect(await get('/health/ready')).toMatchObject({ status: 200, text: expect.stringContaining('"status":"ready"') });
  snapshotAge = 3; // The database has been unreachable for 3 s.
  expect(await get('/health/ready')).toMatchObject({
    status: 200,
    text: expect.stringContaining('"status":"browsing"'),
  });
  health.isClosing = true;
  expect(await get('/health/ready')).toMatchObject({
    status: 503,
    text: expect.stringContaining('"status":"closing"'),
  });
});

test('answers 404 to /metrics if the shop has no metrics', async () => {
  const { get } = await startServer({ metrics: null });
  expect((await get('/metrics')).status).toBe(404);
});
