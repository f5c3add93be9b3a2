import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/** In each turn of its event loop, Node accepts one connection per socket. A turn that renders a page takes 5 ms. */
const sockets = 16;

/** Listens at a port, on Linux with several sockets (`SO_REUSEPORT`). Checks first that no other program listens there. */
export async function listen(app: FastifyInstance, at: { host: string; port: number }): Promise<void> {
  if (process.platform !== 'linux') {
    await app.listen(at);
    return;
  }
  const shared: FastifyListenOptions & { reusePort: true } = { ...at, port: await freePort(at), reusePort: true };
  const otherSockets = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    closed = Promise.all(otherSockets.map((server) => new Promise((resolve) => server.close(resolve))));
  });
  app.addHook('onClose', async () => void (await closed));
  await app.listen(shared);
  try {
    await Promise.all(otherSockets.map((server) => once(server.listen(shared), 'listening')));
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function freePort(at: { host: string; port: number }): Promise<number> {
  const probe = createServer().listen(at);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
