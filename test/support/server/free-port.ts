import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port, for a server whose URL must be known before it listens, or must not change. The port is below the ports that systems assign (Linux: from 32,768 on). */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const port = randomInt(10_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
