import Fastify from 'fastify';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';

export type Metrics = { contentType: string; text(): Promise<string> };

export type Health = {
  isClosing: boolean;
  catalogue: CatalogueStore;
  /** Seconds since the catalogue in memory was last known to be current; 0 while it is current. */
  snapshotAge: () => number;
  metrics: Metrics | null;
};

export type HealthServer = { address: string; stop(): Promise<void> };

/** Without the database, `/health/ready` answers 200 with `browsing`, as the catalogue in memory serves pages. */
export async function startHealthServer(health: Health, port: number, host: string): Promise<HealthServer> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 'unknown' }));
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send({ status: 'unknown' }));
  app.get('/health/live', () => ({ status: 'live' }));
  app.get('/health/ready', (_request, reply) => {
    const { tires, version } = health.catalogue.current();
    // The catalogue in memory gets out of date only while the database is unreachable.
    const isDatabaseReachable = health.snapshotAge() === 0;
    const statusWhileOpen = isDatabaseReachable ? 'ready' : 'browsing';
    const status = health.isClosing ? 'closing' : statusWhileOpen;
    const body = { status, database: isDatabaseReachable, catalogue: { tires: tires.length, version } };
    return reply.code(health.isClosing ? 503 : 200).send(body);
  });
  app.get('/metrics', async (_request, reply) => {
    if (!health.metrics) return reply.callNotFound();
    return reply.type(health.metrics.contentType).send(await health.metrics.text());
  });
  const address = await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`HEALTH_PORT: cannot listen on ${host}, port ${port} (${error.code})`);
  });
  return { address, stop: () => app.close() };
}
