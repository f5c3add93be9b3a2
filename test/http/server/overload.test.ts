import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  admitRequests,
  openRequestQueues,
  type QueueName,
  type RequestQueues,
} from '../../../src/http/admission/admission.ts';
import { openQueue } from '../../../src/http/admission/queue.ts';
import { openResponseCache } from '../../../src/http/cache/response-cache.ts';
import { replyFromCache } from '../../../src/http/cache/send.ts';
import { openErrorPages } from '../../../src/http/error-pages.ts';
import { type HttpServer, httpServer } from '../../../src/http/server.ts';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { errorPagePolicy, errorPages } from '../../../src/web/document/error-page.server.ts';

/** Queues that handle one request at a time. `maxWaiting`: the maximum number of queued requests. */
function queuesOf({ maxWaiting, maxWaitMs }: { maxWaiting: number; maxWaitMs: number }): RequestQueues {
  const small = () => openQueue({ concurrency: () => 1, maxWaiting, maxWaitMs, maxWaitOnceFullMs: maxWaitMs });
  return Object.fromEntries(Object.keys(openRequestQueues()).map((name) => [name, small()])) as RequestQueues;
}

let queues: RequestQueues;
let server: HttpServer;
let version: string;
/** The clock of the response cache, in ms. */
let ms: number;
let agent: Agent;
/** The replies of running requests, in order of their start. The test sends them. */
let runningReplies: FastifyReply[];

async function serve(limits: { maxWaiting: number; maxWaitMs: number }) {
  queues = queuesOf(limits);
  version = 'first';
  ms = 0;
  runningReplies = [];
  agent = new Agent({ keepAlive: true });
  const cache = openResponseCache({ version: () => version, keyVersion: () => 'today', clock: () => ms });
  const pages = openErrorPages();
  pages.setPages(errorPages('Rehvipood'), errorPagePolicy);
  // Trusted, so that each request names its client in X-Forwarded-For.
  server = httpServer({ logLevel: 'silent', cache, errorPages: pages, trustedProxies: ['loopback'] });
  const { app } = server;
  admitRequests(app, { queues, cache, errorPages: pages });
  app.get('/cached', { config: { queue: 'pages' } }, (request, reply) =>
    replyFromCache(cache, request, reply, {
      key: '/cached',
      prepare: () => ({ inputs: version, build: () => ({ status: 200, headers: {}, text: `cached ${version}` }) }),
    }),
  );
  const heldPaths = {
    '/api/v1/orders': 'orders',
    '/api/v1/webhooks/*': 'payments',
    '/assets/*': 'files',
    '/*': 'pages',
  } as const;
  for (const [path, queue] of Object.entries(heldPaths)) {
    app.all(path, { config: { queue } }, (_request, reply) => {
      runningReplies.push(reply);
      return reply;
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
}

async function stop() {
  agent.destroy();
  for (const reply of runningReplies) reply.raw.destroy();
  await server.app.close();
}

beforeEach(() => serve({ maxWaiting: 1, maxWaitMs: 60_000 }));
afterEach(stop);

const port = () => (server.app.server.address() as AddressInfo).port;

let clientCount = 0;

type SendOptions = { method?: string; body?: string; headers?: Record<string, string> };

/** Sends a request with a new client address. */
async function send(path: string, { method = 'GET', body = '', headers = {} }: SendOptions = {}) {
  clientCount += 1;
  const clientHeader = { 'x-forwarded-for': `192.0.2.${clientCount % 256}` };
  const sent = request({
    port: port(),
    host: '127.0.0.1',
    path,
    method,
    agent,
    headers: { ...clientHeader, ...headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer), socket: sent.socket };
}

const admittedCount = (name: QueueName) => queues[name].counts.working + queues[name].counts.waiting;

/** Fills a queue with two requests. */
async function fill(name: QueueName, path: string, method = 'GET') {
  const answers = [send(path, { method }), send(path, { method })];
  // Unanswered requests are aborted at the end of their test.
  for (const answer of answers) answer.catch(() => {});
  while (admittedCount(name) < 2) await eventLoopTurn();
  return answers;
}

test('answers 503 at once when the queue is full: pages in their language, API calls as problems', async () => {
  const queuedAnswers = await fill('pages', '/en/list');
  const textsByPath = { '/x': ['et', ee], '/en/x?y': ['en-GB', en], '/ru': ['ru', ru] } as const;
  for (const [path, [language, { overloaded }]] of Object.entries(textsByPath)) {
    const { status, headers, text } = await send(path);
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'retry-after': '3',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': errorPagePolicy,
    });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${overloaded.title}</h1><p>${overloaded.text}</p>`);
  }
  const apiAnswer = await send('/api/v1/list?limit=3');
  expect(apiAnswer.status).toBe(503);
  expect(apiAnswer.headers).toMatchObject({
    'retry-after': '3',
    'content-type': expect.stringMatching(/^application\/problem\+json/),
  });
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'overloaded' };
  expect(JSON.parse(apiAnswer.text)).toEqual(problem);
  expect((await send('/x', { method: 'HEAD' })).text).toBe('');
  // Three pages, an API call and a HEAD request.
  expect(queues.pages.counts.refused).toBe(5);

  // The two queued requests are answered one after the other.
  runningReplies[0]?.send('one');
  await expect.poll(() => runningReplies.length).toBe(2);
  runningReplies[1]?.send('two');
  expect((await Promise.all(queuedAnswers)).map(({ text }) => text)).toEqual(['one', 'two']);
});

test('the page of a 503 leads to the same address again, but not to that of a form that was sent', async () => {
  await fill('pages', '/list');
  expect((await send('/ru/list?width=205')).text).toContain('<a class="button" href="">Попробовать ещё раз</a>');
  const { text } = await send('/form', { method: 'POST' });
  expect(text).toContain('<a class="button" href="/">Rehvide juurde</a>');
});

test('keeps the connection open after a 503, also with an unread request body', async () => {
  await fill('orders', '/api/v1/orders', 'POST');
  const first = await send('/api/v1/orders', { method: 'POST', body: 'x'.repeat(50_000) });
  const second = await send('/api/v1/orders', { method: 'POST', body: '{}' });
  expect([first.status, second.status]).toEqual([503, 503]);
  expect(second.socket).toBe(first.socket);
});

test('orders, webhooks and files have their own queues', async () => {
  await fill('pages', '/list');
  void send('/api/v1/orders', { method: 'POST' }).catch(() => {});
  void send('/api/v1/webhooks/montonio', { method: 'POST' }).catch(() => {});
  void send('/assets/a.js').catch(() => {});
  await expect.poll(() => runningReplies.length).toBe(4);
  expect((await send('/list')).status).toBe(503);
});

test('lets one client use at most a quarter of a queue; a /64 network is one client', async () => {
  await stop();
  await serve({ maxWaiting: 7, maxWaitMs: 60_000 });
  const sendFrom = (address: string) => send('/list', { headers: { 'x-forwarded-for': address } });
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2']) sendFrom(address).catch(() => {});
  while (admittedCount('pages') < 2) await eventLoopTurn();
  expect((await sendFrom('2001:db8:1:2:3:4:5:6')).status).toBe(503);
  sendFrom('2001:db8:1:3::1').catch(() => {});
  await expect.poll(() => admittedCount('pages')).toBe(3);
});

test('serves cached pages, fresh or stale, while the queue is full', async () => {
  const brotli = { headers: { 'accept-encoding': 'br' } };
  await send('/cached', brotli);
  await fill('pages', '/list');
  expect((await send('/cached', brotli)).status).toBe(200);
  version = 'second';
  expect((await send('/cached', brotli)).status).toBe(200);
  expect((await send('/cached', brotli)).headers.etag).toMatch(/^W/);
  expect(queues.pages.counts.refused).toBe(0);
  expect((await send('/other', brotli)).status).toBe(503);
});

test('serves the stale page when its rebuild waits too long in the queue', async () => {
  await stop();
  await serve({ maxWaiting: 9, maxWaitMs: 300 });
  const brotli = { headers: { 'accept-encoding': 'br' } };
  const { text } = await send('/cached', brotli);
  version = 'second';
  ms = 10_000;
  await fill('pages', '/list');
  expect(await send('/cached', brotli)).toMatchObject({ status: 200, text });
  // The queued `/list` and the rebuild of `/cached`.
  expect(queues.pages.counts.refused).toBe(2);
});

test('requests with an incomplete body do not enter the queue', async () => {
  const slowSockets = [1, 2, 3].map(() => connect(port(), '127.0.0.1'));
  for (const socket of slowSockets) {
    socket.on('error', () => {});
    socket.write(
      'POST /api/v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
    );
  }
  await expect.poll(() => server.connections.open).toBe(3);
  const completeRequest = send('/api/v1/orders', {
    method: 'POST',
    body: 'complete',
    headers: { 'content-type': 'text/plain' },
  });
  await expect.poll(() => runningReplies.length).toBe(1);
  expect(admittedCount('orders')).toBe(1);
  runningReplies[0]?.send('ordered');
  expect((await completeRequest).text).toBe('ordered');
  for (const socket of slowSockets) socket.destroy();
});

test('requests of clients that read slowly or disconnect leave the queue', async () => {
  const reader = connect(port(), '127.0.0.1').pause();
  reader.on('error', () => {});
  reader.write('GET /list HTTP/1.1\r\nHost: shop\r\n\r\n');
  await expect.poll(() => runningReplies.length).toBe(1);
  const reply = runningReplies[0];
  const waitingSocket = connect(port(), '127.0.0.1');
  waitingSocket.write('GET /list HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n');
  await expect.poll(() => queues.pages.counts.waiting).toBe(1);
  waitingSocket.destroy();
  await expect.poll(() => queues.pages.counts.waiting).toBe(0);
  reply?.send(Buffer.alloc(8 * 2 ** 20));
  await expect.poll(() => reply?.raw.headersSent).toBe(true);
  expect(queues.pages.counts).toEqual({ working: 0, waiting: 0, admitted: 1, refused: 0 });
  reader.destroy();
});
