import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/** In each turn of its event loop, Node accepts one connection per socket; a turn that renders a page takes 5 ms. */
const socketCount = 16;

const optionsOfHttpServers = { allowHalfOpen: true, noDelay: true };

/** Listens, on Linux with several sockets (`SO_REUSEPORT`). Rejects if the port is in use. Port 0: any free port. */
export async function listen(app: FastifyInstance, address: { host: string; port: number }): Promise<void> {
  if (process.platform !== 'linux') {
    await app.listen(address);
    return;
  }
  // `reusePort` alone would allow a port at which another program listens with `reusePort`; `checkedPort` does not.
  const options: FastifyListenOptions & { reusePort: true } = {
    ...address,
    port: await checkedPort(address),
    reusePort: true,
  };
  const otherSockets = Array.from({ length: socketCount - 1 }, () =>
    createServer(optionsOfHttpServers, (socket) => app.server.emit('connection', socket)),
  );
  let otherSocketsClosed: Promise<unknown> = Promise.resolve();
  // A server closes once its connections have ended. Fastify ends the idle ones only after `preClose`, so only `onClose` can wait.
  app.addHook('preClose', async () => {
    otherSocketsClosed = Promise.all(otherSockets.map((server) => new Promise((resolve) => server.close(resolve))));
  });
  app.addHook('onClose', async () => {
    await otherSocketsClosed;
  });
  await app.listen(options);
  try {
    await Promise.all(otherSockets.map((server) => once(server.listen(options), 'listening')));
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function checkedPort(address: { host: string; port: number }): Promise<number> {
  const probe = createServer().listen(address);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
