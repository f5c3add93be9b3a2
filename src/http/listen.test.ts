import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { httpServer } from './server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

/** Starts a server that leaves its requests unanswered, and adds their replies to `replies`. */
async function startListening() {
  const { app, connections } = httpServer({ logLevel: 'silent' });
  const replies: FastifyReply[] = [];
  app.get('/', (_request, reply) => {
    replies.push(reply);
    return reply;
  });
  await listen(app, { host: '127.0.0.1', port: 0 });
  cleanups.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const connectClient = (): Socket => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    cleanups.push(() => client.destroy());
    return client;
  };
  return { app, connections, replies, port, connectClient };
}

const clientCount = 64;

test.runIf(process.platform === 'linux')('accepts more than one connection in a turn of the event loop', async () => {
  const { app, connectClient } = await startListening();
  let acceptedInTurn = 0;
  let mostAcceptedInTurn = 0;
  const allAccepted = Promise.withResolvers<void>();
  let isCounting = true;
  const startTurn = () => {
    acceptedInTurn = 0;
    if (isCounting) setImmediate(startTurn);
  };
  setImmediate(startTurn);
  let acceptedCount = 0;
  app.server.on('connection', () => {
    acceptedInTurn += 1;
    mostAcceptedInTurn = Math.max(mostAcceptedInTurn, acceptedInTurn);
    acceptedCount += 1;
    if (acceptedCount === clientCount) allAccepted.resolve();
  });
  for (let n = 0; n < clientCount; n += 1) connectClient();
  await allAccepted.promise;
  isCounting = false;
  expect(mostAcceptedInTurn).toBeGreaterThan(1);
});

test.runIf(process.platform === 'linux')(
  'answers the requests of all listening sockets before the server closes, and accepts no connection after that',
  async () => {
    const { app, connections, replies, port, connectClient } = await startListening();
    const answers: Promise<string>[] = [];
    const countAtFastifySocket = () =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    /** Sends a request. Returns whether it arrived at the listening socket of Fastify itself. */
    async function request(): Promise<boolean> {
      const countBefore = await countAtFastifySocket();
      const client = connectClient();
      client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
      answers.push(text(client));
      await expect.poll(() => replies.length, { interval: 1 }).toBe(answers.length);
      return (await countAtFastifySocket()) !== countBefore;
    }
    for (let n = 1; n < clientCount; n += 1) await request();
    // The last request must arrive at another listening socket.
    while (await request());
    const lastReply = replies.pop();
    let isClosed = false;
    const closed = app.close().then(() => {
      isClosed = true;
    });
    for (const reply of replies) reply.send('answered');
    await expect.poll(() => connections.open).toBe(1);
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    expect(isClosed).toBe(false);
    lastReply?.send('answered');
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/);
    await closed;
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  },
);

test('rejects a port at which another server listens', async () => {
  const { port } = await startListening();
  const second = httpServer({ logLevel: 'silent' });
  await expect(listen(second.app, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
