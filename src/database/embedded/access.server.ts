import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';

/** Access to the embedded PostgreSQL, stored in a file that only the owner can read. */
export type Access = { port: number; password: string };

const file = (folder: string) => join(folder, 'postgres.json');

export async function readAccess(folder: string): Promise<Access | null> {
  try {
    const { port, password } = JSON.parse(await readFile(file(folder), 'utf8'));
    return Number.isInteger(port) && typeof password === 'string' ? { port, password } : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** As root, gives the file to the owner of the folder, because that user may start the shop next time. */
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

/** Returns `preferred` if it is free, otherwise a port that the system chooses. */
export async function freePort(preferred: number): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort(0);
  }
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

export type Answer = 'yes' | 'not-yet' | 'wrong-password';

const startingUp = '57P03';
const invalidPassword = '28P01';

export async function askServer(access: Access, cluster: string): Promise<Answer | null> {
  const client = new pg.Client({ connectionString: urlOf(access), connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('cluster_name') as cluster`);
    return rows[0].cluster === cluster ? 'yes' : null;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === invalidPassword) return 'wrong-password';
    return code === startingUp ? 'not-yet' : null;
  } finally {
    await client.end().catch(() => {});
  }
}
