import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics/metrics.ts';
import { catalogue } from './shop/catalog/catalogue.server.ts';

export type Health = {
  /** About to end: a balancer is to send nobody here any more. */
  closing: boolean;
  /** Seconds, as `Following` has it. */
  snapshotAge: () => number;
  /** Null until there is something to measure. */
  metrics: Metrics | null;
};

export type HealthServer = { address: string; stop(): Promise<void> };

/**
 * `/health/live`, `/health/ready` and `/metrics` on a port of their own, for balancers, supervisors and Prometheus. Ready is 200 as
 * soon as there is a catalogue, and stays so while the database is away, because lists and pages are served then too: its `status`
 * says whether orders can be placed (`ready`) or not (`browsing`). A balancer that emptied the whole shop would help nobody. It is
 * 503 once the shop is `closing`.
 */
export async function startHealthServer(health: Health, port: number, host: string): Promise<HealthServer> {
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?', 1)[0];
    const answering =
      path === '/metrics' && health.metrics ? metricsAnswer(health.metrics) : healthAnswer(health, path);
    // What cannot be measured must not end the shop.
    const failed = (): Told => ({ status: 500, text: JSON.stringify({ status: 'unknown' }) });
    void answering.catch(failed).then(({ status, type = 'application/json', text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(text);
    });
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

type Told = { status: number; type?: string; text: string };

async function metricsAnswer(metrics: Metrics): Promise<Told> {
  return { status: 200, type: metrics.contentType, text: await metrics.text() };
}

async function healthAnswer({ closing, snapshotAge }: Health, path: string | undefined): Promise<Told> {
  if (path === '/health/live') return { status: 200, text: JSON.stringify({ status: 'live' }) };
  if (path !== '/health/ready') return { status: 404, text: JSON.stringify({ status: 'unknown' }) };
  const { tires, version } = catalogue();
  const current = snapshotAge() === 0;
  return {
    status: closing ? 503 : 200,
    text: JSON.stringify({
      status: closing ? 'closing' : current ? 'ready' : 'browsing',
      database: current,
      catalogue: { tires: tires.length, version },
    }),
  };
}
