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
import { type Answer, ask } from '../../support/server/client.ts';
import { mailServer } from '../../support/server/mail-server.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

// Three web processes and one database; concurrent requests go to them in turn.
const processes = 3;
const closing: (() => Promise<unknown>)[] = [];
const addresses: string[] = [];
let db: Database;
let post: Awaited<ReturnType<typeof mailServer>>;
let orders = 0;

beforeAll(async () => {
  const { url, drop } = await testDatabase();
  closing.push(drop);
  db = openDatabase(url);
  closing.push(db.close);
  await seedTires(db.kysely, [
    { id: 'scarce', stock: { ringtee: 8 } },
    { id: 'plenty', stock: { ringtee: 500 } },
  ]);
  post = await mailServer();
  closing.push(post.close);
  const environment = { DATABASE_URL: url, SMTP_URL: `smtp://${post.host}`, RATE_LIMIT_ORDERS: '1000' };
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-several-'));
  closing.push(() => rm(folder, { recursive: true }));
  for (let n = 0; n < processes; n += 1) {
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

function ownAddress(): string {
  buyers += 1;
  return `10.0.${buyers >> 8}.${buyers & 255}`;
}

type Attempt = { body: object; key?: string; from?: string };

/** Like a buyer's browser: after a busy response it sends the same key again. */
async function orderUntilAnswered(
  address: string,
  { body, key = randomUUID(), from = ownAddress() }: Attempt,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': from };
  const asking = { method: 'POST', headers, body: JSON.stringify(body) };
  let answer = await ask(address, '/api/v1/orders', asking);
  while (answer.status === 503) answer = await ask(address, '/api/v1/orders', asking);
  return answer;
}

/** Sends all at once, to the processes in turn, each from its own network address unless given. */
async function placeAll(attempts: Attempt[]): Promise<Answer[]> {
  const answers = await Promise.all(
    attempts.map((attempt, n) => orderUntilAnswered(addresses[n % processes] ?? '', attempt)),
  );
  const numbers = answers.filter(placed).map((answer) => answer.json<{ order: { number: string } }>().order.number);
  orders += new Set(numbers).size;
  return answers;
}

const placed = ({ status }: Answer) => status === 201;
const one = (id: string, changes: object = {}) => form({ items: items([id, 1]), ...changes });
const customer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '5123 4567' };

test('sells the last eight tires to eight of 40 buyers at all processes', async () => {
  const answers = await placeAll(Array.from({ length: 40 }, () => ({ body: one('scarce') })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(8).fill(201), ...Array(32).fill(409)]);
  expect((await db.pool.query(`select on_hand, held from stock where tire_id = 'scarce'`)).rows).toEqual([
    { on_hand: 8, held: 8 },
  ]);
});

test('answers one key at all processes with one order', async () => {
  const key = randomUUID();
  const body = one('plenty');
  const answers = await placeAll(Array.from({ length: 9 }, () => ({ body, key })));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('applies the limits on open orders over all processes: three of a mailbox, twenty of a client', async () => {
  const ofEmail = await placeAll(Array.from({ length: 9 }, () => ({ body: one('plenty', { customer }) })));
  expect(ofEmail.filter(placed)).toHaveLength(3);
  const ofAddress = await placeAll(Array.from({ length: 27 }, () => ({ body: one('plenty'), from: '203.0.113.7' })));
  expect(ofAddress.filter(placed)).toHaveLength(20);
  expect(new Set([...ofEmail, ...ofAddress].map(({ status }) => status))).toEqual(new Set([201, 429]));
});

test('sends each mail once, and schedules each job once', async () => {
  await expect.poll(() => post.received.length).toBe(2 * orders);
  const ids = post.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(2 * orders);
  const { rows } = await db.pool.query('select name, count(*)::int as count from pgboss.schedule group by name');
  expect(rows.length).toBeGreaterThan(4);
  for (const { name, count } of rows) expect([name, count]).toEqual([name, 1]);
});

test('stock, orders and ledger agree at the end', async () => {
  expect(await findStockDrift(db.kysely)).toEqual([]);
  expect(await brokenInvariants(db)).toEqual([]);
});
