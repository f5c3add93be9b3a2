import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { ifMissing, parseJson } from '../durable-files.server.ts';

/** Port and superuser password of the embedded PostgreSQL, stored in a file that only its owner can read. */
export type Access = z.infer<typeof accessSchema>;

const accessSchema = z.object({ port: z.int(), password: z.string() });

const accessFile = (folder: string) => join(folder, 'postgres.json');

export async function readAccess(folder: string): Promise<Access | null> {
  return parseJson(await readFile(accessFile(folder), 'utf8').catch(ifMissing('')), accessSchema);
}

/** If root runs this, the file gets the owner of the folder, because that user may start the shop next time. */
export async function writeAccess(folder: string, access: Access): Promise<void> {
  const temporaryFile = `${accessFile(folder)}.new`;
  await writeFile(temporaryFile, `${JSON.stringify(access)}\n`, { mode: 0o600, flush: true });
  const { uid, gid } = await stat(folder);
  if (process.getuid?.() === 0) await chown(temporaryFile, uid, gid);
  await rename(temporaryFile, accessFile(folder));
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

export function urlOf({ port, password }: Access): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

export async function freePort(preferredPort: number): Promise<number> {
  const server = createServer().listen(preferredPort, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort(0);
  }
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

export type ProbeResult = 'ready' | 'starting' | 'wrong-password';

const cannotConnectNow = '57P03';
const invalidPassword = '28P01';

/** Connects once. Returns null if nothing answers, or a PostgreSQL with another cluster name answers. */
export async function probeServer(access: Access, cluster: string): Promise<ProbeResult | null> {
  const client = new pg.Client({ connectionString: urlOf(access), connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('cluster_name') as cluster`);
    return rows[0].cluster === cluster ? 'ready' : null;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === invalidPassword) return 'wrong-password';
    return code === cannotConnectNow ? 'starting' : null;
  } finally {
    await client.end().catch(() => {});
  }
}
