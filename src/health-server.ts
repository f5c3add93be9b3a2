import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue } from './shop/catalog/catalogue.server.ts';

type Options = {
  port: number;
  host: string;
  /** Whether the database is there and this process hears of its changes. */
  isCurrent: () => boolean;
};

export type HealthServer = { address: string; stop(): Promise<void> };

/**
 * `/health/live` and `/health/ready` on a port of their own, for balancers and supervisors. Ready is 200 as soon as there
 * is a catalogue, and stays so while the database is away, because lists and pages are served then too: its `status`
 * says whether orders can be placed (`ready`) or not (`browsing`). A balancer that emptied the whole shop would help nobody.
 */
export async function startHealthServer({ port, host, isCurrent }: Options): Promise<HealthServer> {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url.split('?', 1)[0] ?? '']?.(isCurrent());
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(answer ?? { status: 'unknown' }));
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`HEALTH_PORT: nobody can listen on ${host}, port ${port} (${error.code})`);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const answers: Record<string, (isCurrent: boolean) => object> = {
  '/health/live': () => ({ status: 'live' }),
  '/health/ready': (isCurrent) => {
    const { tires, version } = catalogue();
    return {
      status: isCurrent ? 'ready' : 'browsing',
      database: isCurrent,
      catalogue: { tires: tires.length, version },
    };
  },
};
