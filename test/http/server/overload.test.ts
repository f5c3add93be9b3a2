import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admitRequests, openQueues, type QueueName, type Queues } from '../../../src/http/admission/admission.ts';
import { openQueue } from '../../../src/http/admission/queue.ts';
import { openResponseCache } from '../../../src/http/cache/response-cache.ts';
import { replyFromCache } from '../../../src/http/cache/send.ts';
import { openErrorPages } from '../../../src/http/error-pages.ts';
import { type HttpServer, httpServer } from '../../../src/http/server.ts';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { errorPagePolicy, errorPages } from '../../../src/web/document/error-page.server.ts';

/** Queues that run one request each, and let so many wait. */
function queuesOf({ waiting, maxWaitMs }: { waiting: number; maxWaitMs: number }): Queues {
  const small = () => openQueue({ concurrency: () => 1, waiting, maxWaitMs, crowdedWaitMs: maxWaitMs });
  return Object.fromEntries(Object.keys(openQueues()).map((name) => [name, small()])) as Queues;
}

let queues: Queues;
let server: HttpServer;
let version: string;
/** The clock of the response cache, in ms. */
let ms: number;
let agent: Agent;
/** Running requests in order of their start; the test answers them. */
let atWork: FastifyReply[];

async function serve(limits: { waiting: number; maxWaitMs: number }) {
  queues = queuesOf(limits);
  version = 'first';
  ms = 0;
  atWork = [];
  agent = new Agent({ keepAlive: true });
  const cache = openResponseCache({ version: () => version, keyVersion: () => 'today', clock: () => ms });
  const pages = openErrorPages();
  pages.show(errorPages('Rehvipood'), errorPagePolicy);
  // Each request of these tests names its client.
  server = httpServer({ logLevel: 'silent', cache, errorPages: pages, trustedProxies: ['loopback'] });
  const { app } = server;
  admitRequests(app, { queues, cache, errorPages: pages });
  app.get('/cached', { config: { queue: 'pages' } }, (asked, reply) =>
    replyFromCache(cache, asked, reply, {
      key: '/cached',
      prepare: () => ({ basis: version, build: () => ({ status: 200, headers: {}, text: `cached ${version}` }) }),
    }),
  );
  const held = {
    '/api/v1/orders': 'orders',
    '/api/v1/webhooks/*': 'payments',
    '/assets/*': 'files',
    '/*': 'pages',
  } as const;
  for (const [path, queue] of Object.entries(held)) {
    app.all(path, { config: { queue } }, (_asked, reply) => {
      atWork.push(reply);
      return reply;
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
}

async function stop() {
  agent.destroy();
  for (const reply of atWork) reply.raw.destroy();
  await server.app.close();
}

beforeEach(() => serve({ waiting: 1, maxWaitMs: 60_000 }));
afterEach(stop);

const port = () => (server.app.server.address() as AddressInfo).port;

let clients = 0;

/** Sends a request as a new client. */
async function ask(path: string, method = 'GET', body = '', headers = {}) {
  clients += 1;
  const from = { 'x-forwarded-for': `192.0.2.${clients % 256}` };
  const sent = request({ port: port(), host: '127.0.0.1', path, method, agent, headers: { ...from, ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer), socket: sent.socket };
}

const placesOf = (name: QueueName) => queues[name].counts.working + queues[name].counts.waiting;

/** Fills a queue with two requests. */
async function fill(name: QueueName, path: string, method = 'GET') {
  const asked = [ask(path, method), ask(path, method)];
  // Most are cut off at the end of their test.
  for (const one of asked) one.catch(() => {});
  while (placesOf(name) < 2) await turn();
  return asked;
}

test('refuses a request without a place at once: pages in their language, API calls with a problem', async () => {
  const waiting = await fill('pages', '/en/list');
  const words = { '/x': ['et', ee], '/en/x?y': ['en-GB', en], '/ru': ['ru', ru] } as const;
  for (const [path, [language, { overloaded }]] of Object.entries(words)) {
    const { status, headers, text } = await ask(path);
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
  const call = await ask('/api/v1/list?limit=3');
  expect(call.status).toBe(503);
  expect(call.headers).toMatchObject({
    'retry-after': '3',
    'content-type': expect.stringMatching(/^application\/problem\+json/),
  });
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'overloaded' };
  expect(JSON.parse(call.text)).toEqual(problem);
  expect((await ask('/x', 'HEAD')).text).toBe('');
  expect(queues.pages.counts.refused).toBe(5);

  // Both are answered, one after the other.
  atWork[0]?.send('one');
  await expect.poll(() => atWork.length).toBe(2);
  atWork[1]?.send('two');
  expect((await Promise.all(waiting)).map(({ text }) => text)).toEqual(['one', 'two']);
});

test('keeps the connection after a refusal, also with an unread body', async () => {
  await fill('orders', '/api/v1/orders', 'POST');
  const first = await ask('/api/v1/orders', 'POST', 'x'.repeat(50_000));
  const second = await ask('/api/v1/orders', 'POST', '{}');
  expect([first.status, second.status]).toEqual([503, 503]);
  expect(second.socket).toBe(first.socket);
});

test('orders, webhooks and files have queues of their own', async () => {
  await fill('pages', '/list');
  void ask('/api/v1/orders', 'POST').catch(() => {});
  void ask('/api/v1/webhooks/montonio', 'POST').catch(() => {});
  void ask('/assets/a.js').catch(() => {});
  await expect.poll(() => atWork.length).toBe(4);
  expect((await ask('/list')).status).toBe(503);
});

test('gives a client a quarter of a queue, whatever addresses of its IPv6 network it uses', async () => {
  await stop();
  await serve({ waiting: 7, maxWaitMs: 60_000 });
  const from = (address: string) => ask('/list', 'GET', '', { 'x-forwarded-for': address });
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2']) from(address).catch(() => {});
  while (placesOf('pages') < 2) await turn();
  expect((await from('2001:db8:1:2:3:4:5:6')).status).toBe(503);
  from('2001:db8:1:3::1').catch(() => {});
  await expect.poll(() => placesOf('pages')).toBe(3);
});

test('serves cached pages, current and recently stale, while the queue is full', async () => {
  const br = { 'accept-encoding': 'br' };
  await ask('/cached', 'GET', '', br);
  await fill('pages', '/list');
  expect((await ask('/cached', 'GET', '', br)).status).toBe(200);
  version = 'second';
  expect((await ask('/cached', 'GET', '', br)).status).toBe(200);
  expect((await ask('/cached', 'GET', '', br)).headers.etag).toMatch(/^W/);
  expect(queues.pages.counts.refused).toBe(0);
  expect((await ask('/other', 'GET', '', br)).status).toBe(503);
});

test('serves the stale page when its rebuild gets no turn', async () => {
  await stop();
  await serve({ waiting: 9, maxWaitMs: 300 });
  const br = { 'accept-encoding': 'br' };
  const { text } = await ask('/cached', 'GET', '', br);
  version = 'second';
  ms = 10_000;
  await fill('pages', '/list');
  expect(await ask('/cached', 'GET', '', br)).toMatchObject({ status: 200, text });
  expect(queues.pages.counts.refused).toBe(2);
});

test('clients that send a body slowly take no place', async () => {
  const slow = [1, 2, 3].map(() => connect(port(), '127.0.0.1'));
  for (const socket of slow) {
    socket.on('error', () => {});
    socket.write(
      'POST /api/v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf',
    );
  }
  await expect.poll(() => server.connections.open).toBe(3);
  const honest = ask('/api/v1/orders', 'POST', 'whole', { 'content-type': 'text/plain' });
  await expect.poll(() => atWork.length).toBe(1);
  expect(placesOf('orders')).toBe(1);
  atWork[0]?.send('ordered');
  expect((await honest).text).toBe('ordered');
  for (const socket of slow) socket.destroy();
});

test('clients that read slowly or disconnect free their place', async () => {
  const reader = connect(port(), '127.0.0.1').pause();
  reader.on('error', () => {});
  reader.write('GET /list HTTP/1.1\r\nHost: shop\r\n\r\n');
  await expect.poll(() => atWork.length).toBe(1);
  const reply = atWork[0];
  const waiting = connect(port(), '127.0.0.1');
  waiting.write('GET /list HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n');
  await expect.poll(() => queues.pages.counts.waiting).toBe(1);
  waiting.destroy();
  await expect.poll(() => queues.pages.counts.waiting).toBe(0);
  reply?.send(Buffer.alloc(8 * 2 ** 20));
  await expect.poll(() => reply?.raw.headersSent).toBe(true);
  expect(queues.pages.counts).toEqual({ working: 0, waiting: 0, admitted: 1, refused: 0 });
  reader.destroy();
});
