import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

export type Upstream = { address: string; health: string };

const checkEveryMs = 200;

/**
 * A load balancer: forwards requests to the ready processes in turn, and to the next process if a connection is
 * refused. Like Caddy, it does not repeat a request whose connection breaks.
 */
export async function balancer(
  closing: AsyncDisposableStack,
  port: number,
  shops: readonly Upstream[],
): Promise<string> {
  const unready = new Set<Upstream>();
  const healthChecks = setInterval(() => {
    for (const shop of shops) void isReady(shop).then((ready) => (ready ? unready.delete(shop) : unready.add(shop)));
  }, checkEveryMs);
  let turn = 0;
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null);
    if (!body) return;
    for (const end = performance.now() + 5_000; performance.now() < end; await setTimeout(50)) {
      for (const _ of shops) {
        turn += 1;
        const shop = shops[turn % shops.length];
        if (!shop || unready.has(shop)) continue;
        const outcome = await forward(asked, body, answer, shop.address);
        if (outcome === 'done') return;
        if (outcome === 'broken') return answer.headersSent ? answer.destroy() : answer.writeHead(502).end();
      }
    }
    answer.writeHead(502).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(async () => {
    clearInterval(healthChecks);
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function isReady({ health }: Upstream): Promise<boolean> {
  try {
    return (await fetch(`${health}/health/ready`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}

type Outcome = 'done' | 'refused' | 'broken';

function forward(asked: IncomingMessage, body: Buffer, answer: ServerResponse, to: string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const { method, headers, url } = asked;
  const forwarded = request(new URL(url ?? '/', to), { method, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
    got.on('end', () => resolve('done'));
    got.on('error', () => resolve('broken'));
  });
  forwarded.on('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
  );
  forwarded.end(body);
  return promise;
}
