import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { runJobOfParent } from '../../own-process.ts';
import { openConnection } from '../clients/connection.ts';
import { type RequestContext, type Scenario, type ScenarioName, scenarios } from './scenarios.ts';

export type AttackJob = { address: string; name: ScenarioName; seconds: number; pictures: string[] };

/** Totals of an attack. `answered`: answers by status, for clients that read them; `cpuSeconds`: CPU time of the attacker. */
export type AttackResult = {
  connections: number;
  requests: number;
  answered: Record<string, number>;
  cpuSeconds: number;
};

/** Limit of connections and requests: the attacker shares the cores with the shop and must not slow it by using the CPU. */
const maxPerSecond = 2_000;

/** Interval at which a client that does not read sends one more request, to detect that its connection was cut. */
const probeMs = 500;

async function attack({ address, name, seconds, pictures }: AttackJob): Promise<AttackResult> {
  const { connections, addresses, conduct }: Scenario = scenarios[name];
  const shopUrl = new URL(address);
  const result: AttackResult = { connections: 0, requests: 0, answered: {}, cpuSeconds: 0 };
  const finished = new AbortController();
  const open = new Set<{ destroy(): void }>();
  let nextSlotMs = 0;

  /** Waits for the next slot of the rate limit. */
  async function waitForSlot(): Promise<void> {
    const now = performance.now();
    nextSlotMs = Math.max(nextSlotMs + 1_000 / maxPerSecond, now);
    if (nextSlotMs - now > 1) await wait(nextSlotMs - now);
  }

  const addressOf = (client: number) => `127.0.2.${1 + (client % addresses)}`;

  /** Opens a connection for an attack; resolves when either side has closed it. */
  async function hold(client: number, use: (socket: Socket) => NodeJS.Timeout, readsBytes = 1): Promise<void> {
    result.connections += 1;
    let refused = false;
    const socket = connect({
      host: shopUrl.hostname,
      port: Number(shopUrl.port),
      localAddress: addressOf(client),
      // By default Node would read 64 kB at a time, more than the client should take.
      onread: {
        buffer: Buffer.alloc(readsBytes),
        callback: (count, buffer) => {
          const isFirstChunk = socket.bytesRead <= count;
          refused = isFirstChunk && !`${Buffer.from(buffer.buffer, 0, count)}`.startsWith('HTTP/1.1 200');
          if (refused) socket.destroy();
          // Pauses the socket.
          return false;
        },
      },
    });
    open.add(socket);
    const ended = Promise.withResolvers<void>();
    // A refused connection means that the shop was killed.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') finished.abort();
    });
    socket.on('close', () => ended.resolve());
    const timer = use(socket);
    await ended.promise;
    clearInterval(timer);
    open.delete(socket);
    const status = refused ? 'refused' : 'cut';
    if (!finished.signal.aborted) result.answered[status] = (result.answered[status] ?? 0) + 1;
  }

  function neverRead(socket: Socket, request: string, pipelinedRequests: number): NodeJS.Timeout {
    socket.pause();
    socket.write(request.repeat(pipelinedRequests));
    result.requests += pipelinedRequests;
    return setInterval(() => {
      result.requests += 1;
      socket.write(request);
    }, probeMs);
  }

  function readSlowly(socket: Socket, request: string, everyMs: number): NodeJS.Timeout {
    socket.write(request);
    result.requests += 1;
    return setInterval(() => socket.resume(), everyMs);
  }

  async function requestRepeatedly(client: number, request: (context: RequestContext) => string): Promise<void> {
    result.connections += 1;
    const connection = openConnection(shopUrl, addressOf(client));
    const held = { destroy: connection.end };
    open.add(held);
    while (!connection.ended && !finished.signal.aborted) {
      await waitForSlot();
      const context = { turn: result.requests, client, pictures };
      result.requests += 1;
      const status = await connection.ask(request(context)).then(
        (answer) => `${answer.status}`,
        () => 'cut',
      );
      if (!finished.signal.aborted) result.answered[status] = (result.answered[status] ?? 0) + 1;
    }
    connection.end();
    open.delete(held);
  }

  async function client(number: number): Promise<void> {
    while (!finished.signal.aborted) {
      await waitForSlot();
      if ('pipelinedRequests' in conduct) {
        await hold(number, (socket) => neverRead(socket, conduct.request, conduct.pipelinedRequests));
      } else if ('readsBytes' in conduct) {
        const { readsBytes, everyMs, request } = conduct;
        await hold(number, (socket) => readSlowly(socket, request, everyMs), readsBytes);
      } else await requestRepeatedly(number, conduct.request);
    }
  }

  const clients = Array.from({ length: connections }, (_, number) => client(number));
  await wait(seconds * 1_000);
  finished.abort();
  for (const connection of open) connection.destroy();
  await Promise.all(clients);
  const { user, system } = process.cpuUsage();
  return { ...result, cpuSeconds: (user + system) / 1e6 };
}

runJobOfParent(attack);
