import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/**
 * Hands requests to one shop after the other, and to the next where nobody listens: what was not heard can be said again.
 * A request that broke off is not repeated, as Caddy and others would not.
 */
export async function balancer(closing: AsyncDisposableStack, port: number, shops: () => readonly string[]) {
  let turn = 0;
  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null);
    if (!body) return;
    for (const end = Date.now() + 5_000; Date.now() < end; await setTimeout(50)) {
      const all = shops();
      for (let n = 0; n < all.length; n += 1) {
        turn += 1;
        const outcome = await hand(asked, body, answer, all[turn % all.length] ?? '');
        if (outcome === 'done') return;
        if (outcome === 'broken') return answer.headersSent ? answer.destroy() : answer.writeHead(502).end();
      }
    }
    answer.writeHead(502).end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Outcome = 'done' | 'refused' | 'broken';

function hand(asked: IncomingMessage, body: Buffer, answer: ServerResponse, to: string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const { method, headers, url } = asked;
  const handed = request(new URL(url ?? '/', to), { method, headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
    got.on('end', () => resolve('done'));
    got.on('error', () => resolve('broken'));
  });
  handed.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'));
  handed.end(body);
  return promise;
}
