import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

/** Sockets that listen together: Node takes one connection from each in a turn of its loop (libuv 1.52). */
const sockets = 16;

/**
 * Listens, on Linux with several sockets at one port (`SO_REUSEPORT`): hundreds who come at once get in within some turns. Rejects with
 * EADDRINUSE where somebody else listens. When the server closes, so do all of them, and it is closed when the last has no connection.
 */
export async function listen(app: FastifyInstance, at: { host: string; port: number }): Promise<void> {
  if (process.platform !== 'linux') {
    await app.listen(at);
    return;
  }
  const shared: FastifyListenOptions & { reusePort: true } = { ...at, port: await takenByNobody(at), reusePort: true };
  const others = Array.from({ length: sockets - 1 }, () =>
    // As `node:http` takes its own.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((one) => new Promise((resolve) => one.close(resolve))));
  });
  app.addHook('onClose', async () => void (await closed));
  try {
    await app.listen(shared);
    await Promise.all(others.map((one) => once(one.listen(shared), 'listening')));
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The port, once it has been taken alone: those who share one would share it with another shop too, without a word. */
async function takenByNobody(at: { host: string; port: number }): Promise<number> {
  const alone = createServer().listen(at);
  await once(alone, 'listening');
  const { port } = alone.address() as AddressInfo;
  await once(alone.close(), 'close');
  return port;
}
