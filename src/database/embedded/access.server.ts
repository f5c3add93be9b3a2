import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** How to reach the embedded PostgreSQL; kept beside its data, readable by its owner alone. */
export type Access = { port: number; password: string };

const file = (folder: string) => join(folder, 'postgres.json');

/** What an earlier start remembered; null when there is nothing, or nothing readable. */
export async function readAccess(folder: string): Promise<Access | null> {
  try {
    const { port, password } = JSON.parse(await readFile(file(folder), 'utf8'));
    return Number.isInteger(port) && typeof password === 'string' ? { port, password } : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Root writes it in the name of the folder's owner, who may be the one to start the shop next time. */
export async function writeAccess(folder: string, access: Access): Promise<void> {
  const written = `${file(folder)}.new`;
  await writeFile(written, `${JSON.stringify(access)}\n`, { mode: 0o600, flush: true });
  const { uid, gid } = await stat(folder);
  if (process.getuid?.() === 0) await chown(written, uid, gid);
  await rename(written, file(folder));
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

export function urlOf({ port, password }: Access): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** `wanted` if nobody listens there, else one that the system picks. 0 wants any. */
export async function freePort(wanted: number): Promise<number> {
  return (await listenOnce(wanted)) ?? (await freePort(0));
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
