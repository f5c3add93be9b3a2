import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import type { OrderAnswer, PlacedAnswer } from '../../../src/shop/order/order-view.ts';
import { copyDatabase } from '../../faults/copied-database.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { form } from '../../support/orders/order-form.ts';
import { sendRequest } from '../../support/server/client.ts';
import { addressOf, runServer, type ServerProcess } from '../../support/server/server-process.ts';

// Each test starts the shop with an embedded PostgreSQL.
const slow = { timeout: 240_000 };
const startedServers: ServerProcess[] = [];
/** The data folder that the servers of the first three tests use one after another. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-kill-'));
  await copyDatabase(folder);
});

afterAll(async () => {
  for (const server of startedServers) server.kill('SIGKILL');
  await Promise.all(startedServers.map(({ exited }) => exited));
  const database = await startEmbedded({ folder, log: () => {} });
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}, slow.timeout);

function start(): ServerProcess {
  const server = runServer(folder);
  startedServers.push(server);
  return server;
}

/** The request body of an order for one available tire. */
async function orderBody(address: string): Promise<string> {
  const [tire] = (await sendRequest(address, '/api/v1/products?limit=1')).json<ProductList>().items;
  return JSON.stringify(form({ items: [{ id: tire?.id, count: 1, price: tire?.price }] }));
}

const orderHeaders = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() });

async function placeOrder(address: string): Promise<PlacedAnswer['order']> {
  const body = await orderBody(address);
  const answer = await sendRequest(address, '/api/v1/orders', { method: 'POST', headers: orderHeaders(), body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<PlacedAnswer>().order;
}

async function readOrder(address: string, { number, token }: { number: string; token: string }) {
  const answer = await sendRequest(address, `/api/v1/orders/${number}`, { headers: { 'order-token': token } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<OrderAnswer>().order;
}

test('a shop killed with SIGKILL finds its running database and its orders at the next start', slow, async () => {
  const first = start();
  const address = await addressOf(first);
  const { token, ...order } = await placeOrder(address);
  first.kill('SIGKILL');
  expect(await first.exited).toBe('SIGKILL');

  const second = start();
  const secondAddress = await addressOf(second);
  expect(second.stdout).toContain('PostgreSQL was still running from an earlier start, and continues to run.');
  expect(await readOrder(secondAddress, { number: order.number, token })).toEqual(order);
  await placeOrder(secondAddress);
});

test('a second start on the same data folder fails with one line', slow, async () => {
  const first = startedServers.at(-1) as ServerProcess;
  const address = await addressOf(first);
  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.stdout).toEqual([]);
  expect(second.stderr).toEqual([`The shop already runs from this folder: ${address} (process ${first.pid}).`]);
  expect((await sendRequest(address, '/en')).status).toBe(200);
});

test('after SIGTERM finishes a running order, then stops shop and database', slow, async () => {
  // Of the earlier servers only this one still runs; the last start of the previous test printed nothing.
  const server = startedServers.findLast(({ stdout }) => stdout.length > 0) as ServerProcess;
  const address = await addressOf(server);
  const body = await orderBody(address);
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  const headers = {
    ...orderHeaders(),
    host: hostname,
    'content-length': `${Buffer.byteLength(body)}`,
    expect: '100-continue',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/v1/orders HTTP/1.1\r\n${head.join('')}\r\n`);
  // The server has accepted the request: it has sent 100 Continue.
  await once(socket, 'readable');

  server.kill('SIGTERM');
  await server.waitForLine(/^Closing the shop/);
  socket.write(body);
  // An open keep-alive connection would delay the end of the process.
  expect(await answer).toMatch(/\r\nconnection: close\r\n/i);
  const [, json = ''] = /\r\n\r\nHTTP\/1\.1 201 [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(await answer) ?? [];
  const { token, ...order } = (JSON.parse(json) as PlacedAnswer).order;
  expect(await server.exited).toBe(0);
  expect(server.stderr).toEqual([]);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  await expect(sendRequest(address, '/en')).rejects.toThrow('ECONNREFUSED');

  const nextServer = start();
  expect(await readOrder(await addressOf(nextServer), { number: order.number, token })).toEqual(order);
  nextServer.kill('SIGTERM');
  expect(await nextServer.exited).toBe(0);
});

test('a shop whose output nobody reads opens, and stops its database after SIGTERM', slow, async () => {
  const ownFolder = await temporaryFolder();
  await copyDatabase(ownFolder);
  const server = runServer(ownFolder);
  startedServers.push(server);
  server.closeOutput();
  const pidFile = () =>
    JSON.parse(readFileSync(join(ownFolder, 'shop.json'), 'utf8')) as { pid: number; address: string };
  await expect.poll(pidFile).toMatchObject({ pid: server.pid });
  expect((await sendRequest(pidFile().address, '/en')).status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(existsSync(join(ownFolder, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a shop that gets SIGTERM during its start stops its database and ends', slow, async () => {
  // The shop creates it, with its database, as at the first start on a computer.
  const startingFolder = join(await temporaryFolder(), 'data');
  const server = runServer(startingFolder);
  startedServers.push(server);
  // At this point the database runs, and the shop does not listen yet.
  await server.waitForLine(/^Migrated/);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.stdout.join('\n')).not.toContain('The shop is open');
  expect(existsSync(join(startingFolder, 'postgres', 'postmaster.pid'))).toBe(false);
});
