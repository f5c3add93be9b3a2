import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { httpServer } from './http-server.ts';
import { listen } from './listen.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A shop that answers nothing before it is told to. */
async function listening() {
  const { app, connections } = httpServer({ logLevel: 'silent' });
  const asked: FastifyReply[] = [];
  app.get('/', (_request, reply) => {
    asked.push(reply);
    return reply;
  });
  await listen(app, { host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const come = (): Socket => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    closing.push(() => client.destroy());
    return client;
  };
  return { app, connections, asked, port, come };
}

const visitors = 64;

test.runIf(process.platform === 'linux')('many who come at once are let in by more than one in a turn', async () => {
  const { app, come } = await listening();
  const inTurn = [0];
  const all = Promise.withResolvers<void>();
  let counting = true;
  const turns = () => {
    inTurn.push(0);
    if (counting) setImmediate(turns);
  };
  setImmediate(turns);
  let arrived = 0;
  app.server.on('connection', () => {
    inTurn.push((inTurn.pop() ?? 0) + 1);
    arrived += 1;
    if (arrived === visitors) all.resolve();
  });
  for (let n = 0; n < visitors; n += 1) come();
  await all.promise;
  counting = false;
  expect(Math.max(...inTurn)).toBeGreaterThan(1);
});

test('who asked at whichever socket is answered when the shop closes, and then nobody gets in', async () => {
  const { app, connections, asked, port, come } = await listening();
  const answers = Array.from({ length: visitors }, () => {
    const client = come();
    client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    return text(client);
  });
  await expect.poll(() => asked.length).toBe(visitors);
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  const held = asked.pop();
  for (const reply of asked) reply.send('answered');
  await expect.poll(() => connections.open).toBe(1);
  for (let turn = 0; turn < 100; turn += 1) await nextTurn();
  expect(isClosed).toBe(false);
  held?.send('answered');
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/);
  await closed;
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a second shop at the port is told that it is taken', async () => {
  const { port } = await listening();
  const second = httpServer({ logLevel: 'silent' });
  await expect(listen(second.app, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
