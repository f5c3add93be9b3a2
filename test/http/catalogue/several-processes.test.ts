import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/connect.server.ts';
import { findStockDrift } from '../../../src/shop/checkout/settle/holds.server.ts';
import { testDatabase } from '../../support/database/database.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { type Answer, sendRequest } from '../../support/server/client.ts';
import { mailServer } from '../../support/server/mail-server.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

/** Web processes that share one database. Concurrent requests go to them in turn. */
const processCount = 3;
const closing: (() => Promise<unknown>)[] = [];
const addresses: string[] = [];
let db: Database;
let mail: Awaited<ReturnType<typeof mailServer>>;
let placedOrders = 0;
/** One to the buyer and one to the branch. */
const mailsPerOrder = 2;

beforeAll(async () => {
  const { url, drop } = await testDatabase();
  closing.push(drop);
  db = openDatabase(url);
  closing.push(db.close);
  await seedTires(db.kysely, [
    { id: 'scarce', stock: { ringtee: 8 } },
    { id: 'plenty', stock: { ringtee: 500 } },
  ]);
  mail = await mailServer();
  closing.push(mail.close);
  const environment = { DATABASE_URL: url, SMTP_URL: `smtp://${mail.host}`, RATE_LIMIT_ORDERS: '1000' };
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-several-'));
  closing.push(() => rm(folder, { recursive: true }));
  for (let n = 0; n < processCount; n += 1) {
    const server = runServer(folder, { ...environment, TRUST_PROXY: 'loopback' });
    closing.push(async () => {
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    });
    addresses.push(await addressOf(server));
  }
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

let buyers = 0;

/** A network address for each new buyer. */
function newClientAddress(): string {
  buyers += 1;
  return `10.0.${buyers >> 8}.${buyers & 255}`;
}

type Attempt = { body: object; key?: string; from?: string };

/** Sends an order with one key until the status is not 503, as the order page does. */
async function orderUntilAnswered(
  address: string,
  { body, key = randomUUID(), from = newClientAddress() }: Attempt,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': from };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  let answer = await sendRequest(address, '/api/v1/orders', request);
  while (answer.status === 503) answer = await sendRequest(address, '/api/v1/orders', request);
  return answer;
}

/** Sends all orders concurrently, to the processes in turn. Without `from` each has its own network address. */
async function placeAll(attempts: Attempt[]): Promise<Answer[]> {
  const answers = await Promise.all(
    attempts.map((attempt, index) => orderUntilAnswered(addresses[index % processCount] ?? '', attempt)),
  );
  const numbers = answers.filter(isPlaced).map((answer) => answer.json<{ order: { number: string } }>().order.number);
  placedOrders += new Set(numbers).size;
  return answers;
}

const isPlaced = ({ status }: Answer) => status === 201;
const orderForOneTire = (id: string, changes: object = {}) => form({ items: items([id, 1]), ...changes });
/** The customer of orders that share a mailbox; without it each order has another one. */
const sameCustomer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '5123 4567' };

test('sells the last eight tires to eight of 40 concurrent buyers over three processes', async () => {
  const answers = await placeAll(Array.from({ length: 40 }, () => ({ body: orderForOneTire('scarce') })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(8).fill(201), ...Array(32).fill(409)]);
  expect((await db.pool.query(`select on_hand, held from stock where tire_id = 'scarce'`)).rows).toEqual([
    { on_hand: 8, held: 8 },
  ]);
});

test('places one order for an idempotency key that all processes receive concurrently', async () => {
  const key = randomUUID();
  const body = orderForOneTire('plenty');
  const answers = await placeAll(Array.from({ length: 9 }, () => ({ body, key })));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('applies the limits on open orders over all processes: three for a mailbox, twenty for a client', async () => {
  const answersToMailbox = await placeAll(
    Array.from({ length: 9 }, () => ({ body: orderForOneTire('plenty', { customer: sameCustomer }) })),
  );
  expect(answersToMailbox.filter(isPlaced)).toHaveLength(3);
  const answersToClient = await placeAll(
    Array.from({ length: 27 }, () => ({ body: orderForOneTire('plenty'), from: '203.0.113.7' })),
  );
  expect(answersToClient.filter(isPlaced)).toHaveLength(20);
  expect(new Set([...answersToMailbox, ...answersToClient].map(({ status }) => status))).toEqual(new Set([201, 429]));
});

test('sends each mail once and schedules each job once', async () => {
  await expect.poll(() => mail.received.length).toBe(mailsPerOrder * placedOrders);
  const ids = mail.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(mailsPerOrder * placedOrders);
  const { rows } = await db.pool.query('select name, count(*)::int as count from pgboss.schedule group by name');
  expect(rows.length).toBeGreaterThan(4);
  for (const { name, count } of rows) expect([name, count]).toEqual([name, 1]);
});

test('stock, orders and ledger agree at the end', async () => {
  expect(await findStockDrift(db.kysely)).toEqual([]);
  expect(await brokenInvariants(db)).toEqual([]);
});
