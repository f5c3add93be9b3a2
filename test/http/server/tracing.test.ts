import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startBuiltShop } from '../../support/built-shop.ts';
import { shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';
import { testDatabase } from '../../support/database/database.ts';

/** Starts a server that receives traces as an OpenTelemetry collector does. */
async function startCollector() {
  let received = '';
  const server = createServer(async (request, response) => {
    received += (await buffer(request)).toString('latin1');
    server.emit('received', request.url);
    response.writeHead(200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    /** Waits until the received traces contain the text. */
    async waitFor(text: string) {
      while (!received.includes(text)) expect(await once(server, 'received')).toEqual(['/v1/traces']);
    },
  };
}

test('sends traces of requests and SQL queries to OTEL_EXPORTER_OTLP_ENDPOINT, with routes and without parameters', async () => {
  const { endpoint, waitFor, received } = await startCollector();
  const { url, drop } = await testDatabase(shopCatalogue);
  onTestFinished(async () => void (await drop()));
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' };
  const shop = await startBuiltShop({ DATABASE_URL: url, ...variables });
  onTestFinished(() => shop.stop());
  const { status } = await fetch(`${shop.address}/api/v1/orders/R26-AAAAA?key=secret-key`);
  expect(status).toBe(404);
  await waitFor('/api/v1/orders/:number');
  await waitFor('pg.query:SELECT');
  expect(received()).toContain('rehvipood');
  expect(received()).not.toMatch(/secret-key|R26-AAAAA/);
});
