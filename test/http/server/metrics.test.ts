import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { measureShop } from '../../../src/app/metrics.ts';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { observeIn } from '../../../src/http/metrics.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { wholeShop } from '../../support/shop.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'rehvipood-metrics-'));
const shop = wholeShop({ DATA_DIR: dataDir });

afterAll(() => rmSync(dataDir, { recursive: true }));

/** The text of the metrics, and the value of a metric by name and labels. */
async function readMetrics() {
  const { status, headers, text } = await shop.health('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return {
    text,
    value: (name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      ),
  };
}

const requests = (labels: string) => `http_request_duration_seconds_count{${labels}}`;

test('counts requests by route, cached responses separately, and orders and payments in the database', async () => {
  await seedTires(shop.db.kysely, [{ id: 'measured', stock: { ringtee: 8 } }]);
  for (let n = 0; n < 3; n += 1) await shop.get('/en/faq?email=mari@example.com', { 'accept-encoding': 'br' });
  const order = await shop.request('/api/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(form({ items: items(['measured', 2]) })),
  });
  expect(order.status).toBe(201);
  await shop.get('/api/v1/orders/R26-AAAAA');

  const { text, value } = await readMetrics();
  expect(value(requests('method="GET",route="/en/faq",status="200"'))).toBe(1);
  expect(value('rehvipood_answers_from_memory_total')).toBe(2);
  expect(value(requests('method="POST",route="/api/v1/orders",status="201"'))).toBe(1);
  expect(value(requests('method="GET",route="/api/v1/orders/:number",status="404"'))).toBe(1);
  expect(value('rehvipood_requests_refused_total{queue="orders"}')).toBe(0);
  expect(value('rehvipood_requests_in_queue{queue="orders",state="working"}')).toBe(0);
  expect(value('rehvipood_connections_refused_total')).toBe(0);
  expect(value('rehvipood_orders{status="confirmed"}')).toBe(1);
  expect(value('rehvipood_payments{state="pending"}')).toBe(1);
  expect(value('rehvipood_database_up')).toBe(1);
  expect(value('rehvipood_snapshot_age_seconds')).toBe(0);
  expect(value('rehvipood_tires_on_sale')).toBeGreaterThan(1);
  expect(value('rehvipood_disk_free_bytes')).toBeGreaterThan(0);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).not.toMatch(/mari@|R26-/);
});

test('reports an unreachable database without values of earlier reads', async () => {
  const registry = new Registry();
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/none');
  measureShop(observeIn(registry), unreachable);
  const text = await registry.metrics();
  await unreachable.close();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toEqual(['rehvipood_database_up 0']);
});

test('counts orders to review and failed jobs', async () => {
  await shop.db.pool.query(`update orders set review = 'overpaid'`);
  await shop.db.pool.query(`insert into pgboss.job (name, state, data) values ('send-letter', 'failed', '{}')`);
  // A new registry: the running shop caches its database metrics for some seconds.
  const registry = new Registry();
  measureShop(observeIn(registry), shop.db);
  const text = await registry.metrics();
  expect(text).toContain('rehvipood_waits_for_person{what="order"} 1');
  expect(text).toContain('rehvipood_jobs{queue="send-letter",state="failed"} 1');
});
