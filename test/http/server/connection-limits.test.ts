import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionLimits, connectionLimits } from '../../../src/http/connections.ts';
import { type HttpServer, httpServer } from '../../../src/http/server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server with other limits than the shop's that answers `ok`, at once or never. */
async function serving(limits: Partial<ConnectionLimits>, trustedProxies: string[] = []) {
  const server: HttpServer = httpServer({
    logLevel: 'silent',
    limits: { ...connectionLimits, checkMs: 10, ...limits },
    trustedProxies,
  });
  server.app.get('/', (_asked, reply) => reply.send('ok'));
  const held: FastifyReply[] = [];
  server.app.get('/held', (_asked, reply) => {
    held.push(reply);
    return reply;
  });
  server.app.post('/', (_asked, reply) => reply.send('ok'));
  server.app.get('/big', (_asked, reply) => reply.send(Buffer.alloc(32 * 2 ** 20)));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => server.app.close());
  const { port } = server.app.server.address() as AddressInfo;
  return { server, held, open: (bytes = '') => open(port, bytes) };
}

function open(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  closing.push(async () => socket.destroy());
  return socket;
}

/** All bytes until the server ends the connection. */
const received = (socket: Socket) => text(socket).catch(() => 'broken off');

const whole = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';

test('answers 408 to a client that does not finish its headers, also if it sends nothing', async () => {
  const { open } = await serving({ headersMs: 500 });
  const slow = ['GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ', 'G', ''].map((bytes) => received(open(bytes)));
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('answers 408 to a client that does not finish its body', async () => {
  const { open } = await serving({ headersMs: 500, requestMs: 600 });
  const head = 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf';
  expect(await received(open(head))).toMatch(/^HTTP\/1\.1 408 /);
});

test('answers 431 to oversized headers and 413 to an oversized body', async () => {
  const { open } = await serving({ headerBytes: 2_000 });
  expect(await received(open(`GET / HTTP/1.1\r\nHost: shop\r\nX-Huge: ${'x'.repeat(2_000)}\r\n\r\n`))).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  const body = 'x'.repeat(70_000);
  const head = `POST / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(await received(open(head + body))).toMatch(/^HTTP\/1\.1 413 /);
});

test('cuts a client that reads nothing of its response', async () => {
  const { open, server } = await serving({ silenceMs: 50 });
  const reader = open('GET /big HTTP/1.1\r\nHost: shop\r\n\r\n').pause();
  await once(reader, 'connect');
  await expect.poll(() => server.connections.open).toBe(1);
  await expect.poll(() => server.connections.open).toBe(0);
});

test('answers 503 to connections of a client over its limit, until one closes', async () => {
  const { open, server } = await serving({ connectionsOfClient: 2 });
  const held = [open(whole), open(whole)];
  for (const socket of held) await once(socket, 'data');
  const beyond = await received(open(whole));
  expect(beyond).toMatch(/^HTTP\/1\.1 503 /);
  expect(beyond).toContain('Retry-After: 3');
  expect(server.connections).toEqual({ open: 2, refused: 1, cut: 0 });
  held[0]?.destroy();
  await expect.poll(() => server.connections.open).toBe(1);
  const [answer] = await once(open(whole), 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 200 /);
});

test('does not count connections of a trusted proxy by client', async () => {
  const { open, server } = await serving({ connectionsOfClient: 1 }, ['loopback']);
  for (const socket of [open(whole), open(whole), open(whole)]) await once(socket, 'data');
  expect(server.connections).toEqual({ open: 3, refused: 0, cut: 0 });
});

test('closes idle connections from three quarters of the limit on', async () => {
  const { open, server } = await serving({ connections: 4 });
  const idle = [open(whole), open(whole), open(whole)];
  for (const socket of idle) await once(socket, 'data');
  const ended = idle.map((socket) => once(socket, 'close'));
  const [answer] = await once(open(whole), 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all(ended);
  await expect.poll(() => server.connections.open).toBe(1);
});

test('refuses and counts connections over the limit of the process', async () => {
  const { open, server, held } = await serving({ connections: 4 });
  for (const count of [1, 2, 3, 4]) {
    open('GET /held HTTP/1.1\r\nHost: shop\r\n\r\n');
    await expect.poll(() => held.length).toBe(count);
  }
  expect(await received(open(whole))).not.toContain('200');
  expect(server.connections).toEqual({ open: 4, refused: 1, cut: 0 });
  for (const reply of held) reply.send('ok');
});

const pipelined = (count: number, path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(count);

test('cuts a connection with more than 8 unanswered requests without running them', async () => {
  const { open, server, held } = await serving({});
  const polite = open(pipelined(8, '/held'));
  await expect.poll(() => held.length).toBe(8);
  const greedy = open(pipelined(40, '/held'));
  await once(greedy, 'close');
  expect(held).toHaveLength(16);
  expect(server.connections).toEqual({ open: 1, refused: 0, cut: 1 });
  for (const reply of held) reply.send('ok');
  await once(polite, 'data');
});

test('refuses connections of a client for a while after cutting it for pipelining', async () => {
  const { open, server } = await serving({ refusedMs: 500 });
  await once(open(pipelined(40, '/held')), 'close');
  expect(await received(open(whole))).toMatch(/^HTTP\/1\.1 503 /);
  expect(server.connections).toEqual({ open: 0, refused: 1, cut: 1 });
  const closing = whole.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  await expect.poll(() => received(open(closing))).toMatch(/^HTTP\/1\.1 200 /);
});

test('cuts a response that is not read within its time, though its client keeps reading', async () => {
  const { open, server } = await serving({ answerMs: 200 });
  const reader = open('GET /big HTTP/1.1\r\nHost: shop\r\n\r\n').pause();
  // A byte at a time: never silent, never finished.
  const reading = setInterval(() => reader.read(1), 10);
  closing.push(async () => clearInterval(reading));
  await once(reader, 'connect');
  await expect.poll(() => server.connections).toEqual({ open: 0, refused: 0, cut: 1 });
});

test('cuts the slowest reader when more bytes wait in sockets than allowed', async () => {
  const { open, server } = await serving({ waitingBytes: 48 * 2 ** 20 });
  const first = open(pipelined(1, '/big')).pause();
  await once(first, 'connect');
  await expect.poll(() => server.connections.open).toBe(1);
  const second = open(pipelined(1, '/big').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')).pause();
  await expect.poll(() => server.connections).toEqual({ open: 1, refused: 0, cut: 1 });
  expect((await received(second)).length).toBeGreaterThan(32 * 2 ** 20);
});
