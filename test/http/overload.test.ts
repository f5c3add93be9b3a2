import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Gate, openGate } from '../../src/delivery/gate.ts';
import { keepAnswers } from '../../src/delivery/kept-answers.ts';
import { openLine } from '../../src/delivery/line.ts';
import { sendAnswer } from '../../src/delivery/send-answer.ts';
import { type HttpServer, httpServer } from '../../src/http-server.ts';
import ee from '../../src/messages/ee.json';
import en from '../../src/messages/en.json';
import ru from '../../src/messages/ru.json';
import { overloadedPages } from '../../src/web/overloaded-pages.server.ts';

/** One at work in each line, and so many waiting. */
function linesOf(limits: { waiting: number; waitMs: number }) {
  const small = () => openLine({ atOnce: () => 1, ofOneAddress: 9, ...limits });
  return () => ({ payments: small(), buying: small(), files: small(), feeds: small(), browsing: small() });
}

let gate: Gate;
let server: HttpServer;
let moment: string;
/** What the clock of the kept answers shows. */
let ms: number;
let agent: Agent;
/** What is being worked on, in the order in which it began; answered by the test. */
let atWork: FastifyReply[];

async function serve(limits: { waiting: number; waitMs: number }) {
  gate = openGate(linesOf(limits));
  gate.refuseWith(overloadedPages());
  moment = 'first';
  ms = 0;
  atWork = [];
  agent = new Agent({ keepAlive: true });
  const answers = keepAnswers({ moment: () => moment, meaning: () => 'today', now: () => ms });
  server = httpServer({ logLevel: 'silent', gate, answers });
  server.app.get('/kept', (asked, reply) =>
    sendAnswer(answers, asked, reply, {
      key: '/kept',
      prepare: () => ({ basis: moment, make: () => ({ status: 200, headers: {}, text: `kept ${moment}` }) }),
    }),
  );
  server.app.all('/*', (_asked, reply) => {
    atWork.push(reply);
    return reply;
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
}

async function stop() {
  agent.destroy();
  for (const reply of atWork) reply.raw.destroy();
  await server.app.close();
}

beforeEach(() => serve({ waiting: 1, waitMs: 60_000 }));
afterEach(stop);

const port = () => (server.app.server.address() as AddressInfo).port;

/** Asks, and says how many are at work or wait as soon as it is one of them. */
async function ask(path: string, method = 'GET', body = '', headers = {}) {
  const sent = request({ port: port(), host: '127.0.0.1', path, method, agent, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer), socket: sent.socket };
}

const placesOf = (line: keyof Gate['lines']) => gate.lines[line].counts.working + gate.lines[line].counts.waiting;

/** Asks twice, so that nobody else finds a place in that line. */
async function fill(line: keyof Gate['lines'], path: string, method = 'GET') {
  const asked = [ask(path, method), ask(path, method)];
  // Most break off when their test is over.
  for (const one of asked) one.catch(() => {});
  while (placesOf(line) < 2) await turn();
  return asked;
}

test('what finds no place is refused at once: a page in its language, a call of the API as a problem', async () => {
  const waiting = await fill('browsing', '/en/list');
  const words = { '/x': ['et', ee], '/en/x?y': ['en-GB', en], '/ru': ['ru', ru] } as const;
  for (const [path, [language, { overloaded }]] of Object.entries(words)) {
    const { status, headers, text } = await ask(path);
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'retry-after': '3',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${overloaded.title}</h1><p>${overloaded.text}</p>`);
  }
  const call = await ask('/api/v1/products?limit=3');
  expect(call.status).toBe(503);
  expect(call.headers).toMatchObject({ 'retry-after': '3', 'content-type': 'application/problem+json' });
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'overloaded' };
  expect(JSON.parse(call.text)).toEqual(problem);
  expect((await ask('/x', 'HEAD')).text).toBe('');
  expect(gate.lines.browsing.counts.refused).toBe(5);

  // Both are answered in the end, one after the other.
  atWork[0]?.send('one');
  await expect.poll(() => atWork.length).toBe(2);
  atWork[1]?.send('two');
  expect((await Promise.all(waiting)).map(({ text }) => text)).toEqual(['one', 'two']);
});

test('a connection outlives a refusal, also of a body that nobody has read', async () => {
  await fill('buying', '/api/v1/orders', 'POST');
  const first = await ask('/api/v1/orders', 'POST', 'x'.repeat(50_000));
  const second = await ask('/api/v1/orders', 'POST', '{}');
  expect([first.status, second.status]).toEqual([503, 503]);
  expect(second.socket).toBe(first.socket);
});

test('buyers and payment providers have lines of their own', async () => {
  await fill('browsing', '/list');
  void ask('/api/v1/orders', 'POST').catch(() => {});
  void ask('/api/v1/webhooks/montonio', 'POST').catch(() => {});
  void ask('/assets/a.js').catch(() => {});
  await expect.poll(() => atWork.length).toBe(4);
  expect((await ask('/list')).status).toBe(503);
});

test('kept pages are served meanwhile: the exact one, and the one that was exact a moment ago', async () => {
  const br = { 'accept-encoding': 'br' };
  await ask('/kept', 'GET', '', br);
  await fill('browsing', '/list');
  expect((await ask('/kept', 'GET', '', br)).status).toBe(200);
  moment = 'second';
  expect((await ask('/kept', 'GET', '', br)).status).toBe(200);
  expect((await ask('/kept', 'GET', '', br)).headers.etag).toMatch(/^W/);
  expect(gate.lines.browsing.counts.refused).toBe(0);
  expect((await ask('/other', 'GET', '', br)).status).toBe(503);
});

test('who waits to see whether a kept page is exact, and gets no turn, is given it as it is', async () => {
  await stop();
  await serve({ waiting: 9, waitMs: 300 });
  const br = { 'accept-encoding': 'br' };
  const { text } = await ask('/kept', 'GET', '', br);
  moment = 'second';
  ms = 10_000;
  await fill('browsing', '/list');
  expect(await ask('/kept', 'GET', '', br)).toMatchObject({ status: 200, text });
  expect(gate.lines.browsing.counts.refused).toBe(2);
});

test('who sends a body slowly keeps no place from others', async () => {
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
  expect(placesOf('buying')).toBe(1);
  atWork[0]?.send('ordered');
  expect((await honest).text).toBe('ordered');
  for (const socket of slow) socket.destroy();
});

test('who reads an answer slowly keeps no place from others, but that of a feed, which is made meanwhile', async () => {
  const big = Buffer.alloc(8 * 2 ** 20);
  for (const [path, line, kept] of [
    ['/list', 'browsing', 0],
    ['/feeds/google-ee.xml', 'feeds', 1],
  ] as const) {
    const reader = connect(port(), '127.0.0.1').pause();
    reader.on('error', () => {});
    reader.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
    await expect.poll(() => atWork.length).toBe(1);
    const reply = atWork.pop();
    reply?.send(big);
    await expect.poll(() => reply?.raw.headersSent).toBe(true);
    expect(gate.lines[line].counts.working).toBe(kept);
    reader.destroy();
    await expect.poll(() => gate.lines[line].counts.working).toBe(0);
  }
});
