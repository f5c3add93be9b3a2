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

/** Starts a server with these limits. `/held` answers when the test does, `/big` sends 32 MiB, `/` answers `ok`. */
async function startServer(limits: Partial<ConnectionLimits>, trustedProxies: string[] = []) {
  const server: HttpServer = httpServer({
    logLevel: 'silent',
    limits: { ...connectionLimits, checkEveryMs: 10, ...limits },
    trustedProxies,
  });
  server.app.get('/', (_request, reply) => reply.send('ok'));
  const heldReplies: FastifyReply[] = [];
  server.app.get('/held', (_request, reply) => {
    heldReplies.push(reply);
    return reply;
  });
  server.app.post('/', (_request, reply) => reply.send('ok'));
  server.app.get('/big', (_request, reply) => reply.send(Buffer.alloc(32 * 2 ** 20)));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => server.app.close());
  const { port } = server.app.server.address() as AddressInfo;
  return { server, heldReplies, open: (bytes = '') => open(port, bytes) };
}

function open(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  closing.push(async () => socket.destroy());
  return socket;
}

/** The bytes that the server sends until it ends the connection; `aborted` after a reset. */
const receivedText = (socket: Socket) => text(socket).catch(() => 'aborted');

const request = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';

test('answers 408 to a client that does not complete its headers, or sends nothing', async () => {
  const { open } = await startServer({ headersMs: 500 });
  const slow = ['GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ', 'G', ''].map((bytes) => receivedText(open(bytes)));
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('answers 408 to a client that does not complete its body', async () => {
  const { open } = await startServer({ headersMs: 500, requestMs: 600 });
  const head = 'POST / HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf';
  expect(await receivedText(open(head))).toMatch(/^HTTP\/1\.1 408 /);
});

test('answers 431 to oversized headers and 413 to an oversized body', async () => {
  const { open } = await startServer({ headerBytes: 2_000 });
  expect(await receivedText(open(`GET / HTTP/1.1\r\nHost: shop\r\nX-Huge: ${'x'.repeat(2_000)}\r\n\r\n`))).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  const body = 'x'.repeat(70_000);
  const head = `POST / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(await receivedText(open(head + body))).toMatch(/^HTTP\/1\.1 413 /);
});

test('closes the connection of a client that reads nothing of its response', async () => {
  const { open, server } = await startServer({ socketTimeoutMs: 50 });
  const reader = open('GET /big HTTP/1.1\r\nHost: shop\r\n\r\n').pause();
  await once(reader, 'connect');
  await expect.poll(() => server.connections.open).toBe(1);
  await expect.poll(() => server.connections.open).toBe(0);
});

test('answers 503 on connections over the limit of a client, until one of its connections closes', async () => {
  const { open, server } = await startServer({ connectionsOfClient: 2 });
  const connections = [open(request), open(request)];
  for (const socket of connections) await once(socket, 'data');
  const thirdAnswer = await receivedText(open(request));
  expect(thirdAnswer).toMatch(/^HTTP\/1\.1 503 /);
  expect(thirdAnswer).toContain('Retry-After: 3');
  expect(server.connections).toEqual({ open: 2, refused: 1, cut: 0 });
  connections[0]?.destroy();
  await expect.poll(() => server.connections.open).toBe(1);
  const [answer] = await once(open(request), 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 200 /);
});

test('does not apply the limit of a client to a trusted proxy', async () => {
  const { open, server } = await startServer({ connectionsOfClient: 1 }, ['loopback']);
  for (const socket of [open(request), open(request), open(request)]) await once(socket, 'data');
  expect(server.connections).toEqual({ open: 3, refused: 0, cut: 0 });
});

test('closes idle connections when three quarters of the process limit are open', async () => {
  const { open, server } = await startServer({ connections: 4 });
  const idle = [open(request), open(request), open(request)];
  for (const socket of idle) await once(socket, 'data');
  const closed = idle.map((socket) => once(socket, 'close'));
  const [answer] = await once(open(request), 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all(closed);
  await expect.poll(() => server.connections.open).toBe(1);
});

test('refuses and counts connections over the process limit', async () => {
  const { open, server, heldReplies } = await startServer({ connections: 4 });
  for (const count of [1, 2, 3, 4]) {
    open('GET /held HTTP/1.1\r\nHost: shop\r\n\r\n');
    await expect.poll(() => heldReplies.length).toBe(count);
  }
  expect(await receivedText(open(request))).not.toContain('200');
  expect(server.connections).toEqual({ open: 4, refused: 1, cut: 0 });
  for (const reply of heldReplies) reply.send('ok');
});

const pipelined = (count: number, path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(count);

test('handles 8 pipelined requests of a connection, and closes it if it sends more', async () => {
  const { open, server, heldReplies } = await startServer({});
  const allowed = open(pipelined(8, '/held'));
  await expect.poll(() => heldReplies.length).toBe(8);
  const excessive = open(pipelined(40, '/held'));
  await once(excessive, 'close');
  expect(heldReplies).toHaveLength(16);
  expect(server.connections).toEqual({ open: 1, refused: 0, cut: 1 });
  for (const reply of heldReplies) reply.send('ok');
  await once(allowed, 'data');
});

test('refuses new connections of a client for `refuseClientMs` after it pipelined too many requests', async () => {
  const { open, server } = await startServer({ refuseClientMs: 500 });
  await once(open(pipelined(40, '/held')), 'close');
  expect(await receivedText(open(request))).toMatch(/^HTTP\/1\.1 503 /);
  expect(server.connections).toEqual({ open: 0, refused: 1, cut: 1 });
  const closingRequest = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  await expect.poll(() => receivedText(open(closingRequest))).toMatch(/^HTTP\/1\.1 200 /);
});

test('closes a connection whose response is not read within `slowReaderMs`, even if its client reads slowly', async () => {
  const { open, server } = await startServer({ slowReaderMs: 200 });
  const reader = open('GET /big HTTP/1.1\r\nHost: shop\r\n\r\n').pause();
  // Reads one byte at a time: the connection is never silent, and the response never complete.
  const reading = setInterval(() => reader.read(1), 10);
  closing.push(async () => clearInterval(reading));
  await once(reader, 'connect');
  await expect.poll(() => server.connections).toEqual({ open: 0, refused: 0, cut: 1 });
});

test('closes the connection of the slowest reader when all sockets together buffer more than `totalUnsentBytes`', async () => {
  // One response of 32 MiB is allowed, two are not.
  const { open, server } = await startServer({ totalUnsentBytes: 48 * 2 ** 20 });
  const slowReader = open(pipelined(1, '/big')).pause();
  await once(slowReader, 'connect');
  await expect.poll(() => server.connections.open).toBe(1);
  const fastReader = open(pipelined(1, '/big').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')).pause();
  await expect.poll(() => server.connections).toEqual({ open: 1, refused: 0, cut: 1 });
  expect((await receivedText(fastReader)).length).toBeGreaterThan(32 * 2 ** 20);
});
