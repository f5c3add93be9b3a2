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
export async function startBalancer(
  cleanup: AsyncDisposableStack,
  port: number,
  upstreams: readonly Upstream[],
): Promise<string> {
  const unready = new Set<Upstream>();
  const healthChecks = setInterval(() => {
    for (const upstream of upstreams)
      void isReady(upstream).then((ready) => (ready ? unready.delete(upstream) : unready.add(upstream)));
  }, checkEveryMs);
  let turn = 0;
  const server = createServer(async (received, response) => {
    const body = await buffer(received).catch(() => null);
    if (!body) return;
    for (const end = performance.now() + 5_000; performance.now() < end; await setTimeout(50)) {
      for (const _ of upstreams) {
        turn += 1;
        const upstream = upstreams[turn % upstreams.length];
        if (!upstream || unready.has(upstream)) continue;
        const outcome = await forward(received, body, response, upstream.address);
        if (outcome === 'done') return;
        if (outcome === 'broken') return response.headersSent ? response.destroy() : response.writeHead(502).end();
      }
    }
    response.writeHead(502).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  cleanup.defer(async () => {
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

type ForwardOutcome = 'done' | 'refused' | 'broken';

function forward(
  received: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  address: string,
): Promise<ForwardOutcome> {
  const { promise, resolve } = Promise.withResolvers<ForwardOutcome>();
  const { method, headers, url } = received;
  const forwarded = request(new URL(url ?? '/', address), { method, headers, agent: false }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    upstreamResponse.pipe(response);
    upstreamResponse.on('end', () => resolve('done'));
    upstreamResponse.on('error', () => resolve('broken'));
  });
  forwarded.on('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
  );
  forwarded.end(body);
  return promise;
}
