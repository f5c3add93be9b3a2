import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import type { OrderAnswer, PlacedAnswer } from '../../../src/shop/order/order-view.ts';
import { form } from '../../support/orders/order-form.ts';
import { ask } from '../../support/server/client.ts';
import { addressOf, runServer, type ServerProcess } from '../../support/server/server-process.ts';

// Each test starts the shop and its database; each wait ends with output of the process.
const slow = { timeout: 240_000 };
const running: ServerProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-kill-'));
});

afterAll(async () => {
  for (const server of running) server.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await (await startEmbedded({ folder, log: () => {} })).stop();
  await rm(folder, { recursive: true, force: true });
}, slow.timeout);

function start(): ServerProcess {
  const server = runServer(folder);
  running.push(server);
  return server;
}

/** An order for one tire in stock. */
async function orderFor(address: string): Promise<string> {
  const [tire] = (await ask(address, '/api/v1/products?limit=1')).json<ProductList>().items;
  return JSON.stringify(form({ items: [{ id: tire?.id, count: 1, price: tire?.price }] }));
}

const orderHeaders = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() });

async function place(address: string): Promise<PlacedAnswer['order']> {
  const body = await orderFor(address);
  const answer = await ask(address, '/api/v1/orders', { method: 'POST', headers: orderHeaders(), body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<PlacedAnswer>().order;
}

async function read(address: string, { number, token }: { number: string; token: string }) {
  const answer = await ask(address, `/api/v1/orders/${number}`, { headers: { 'order-token': token } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json<OrderAnswer>().order;
}

test('adopts the database after kill -9 and keeps all orders', slow, async () => {
  const first = start();
  const address = await addressOf(first);
  const { token, ...order } = await place(address);
  first.kill('SIGKILL');
  expect(await first.exited).toBe('SIGKILL');

  const second = start();
  const again = await addressOf(second);
  expect(second.stdout).toContain('PostgreSQL was still running from an earlier start and goes on.');
  expect(await read(again, { number: order.number, token })).toEqual(order);
  await place(again);
});

test('refuses a second start on the same folder with one line', slow, async () => {
  const first = running.at(-1) as ServerProcess;
  const address = await addressOf(first);
  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.stdout).toEqual([]);
  expect(second.stderr).toEqual([`The shop already runs from this folder: ${address} (process ${first.pid}).`]);
  expect((await ask(address, '/en')).status).toBe(200);
});

test('lets a running order finish on SIGTERM, then ends everything; the order is stored', slow, async () => {
  const server = running.findLast(({ stdout }) => stdout.length > 0) as ServerProcess;
  const address = await addressOf(server);
  const body = await orderFor(address);
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
  // The server has accepted the request: it asks for the body.
  await once(socket, 'readable');

  server.kill('SIGTERM');
  await server.says(/^Closing the shop/);
  socket.write(body);
  // Otherwise the connection, and with it the shop, would wait for the next request.
  expect(await answer).toMatch(/\r\nconnection: close\r\n/i);
  const [, json = ''] = /\r\n\r\nHTTP\/1\.1 201 [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(await answer) ?? [];
  const { token, ...order } = (JSON.parse(json) as PlacedAnswer).order;
  expect(await server.exited).toBe(0);
  expect(server.stderr).toEqual([]);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  await expect(ask(address, '/en')).rejects.toThrow('ECONNREFUSED');

  const next = start();
  expect(await read(await addressOf(next), { number: order.number, token })).toEqual(order);
  next.kill('SIGTERM');
  expect(await next.exited).toBe(0);
});

test('closes what was opened when SIGTERM arrives during the start, and leaves nothing running', slow, async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'rehvipood-starting-'));
  onTestFinished(() => rm(fresh, { recursive: true, force: true }));
  const server = runServer(fresh);
  running.push(server);
  // Its database runs, and it is not open yet.
  await server.says(/^Migrated/);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.stdout.join('\n')).not.toContain('The shop is open');
  expect(existsSync(join(fresh, 'postgres', 'postmaster.pid'))).toBe(false);
});
