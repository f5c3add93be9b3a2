import { execFileSync, spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../server/free-port.ts';
import { temporaryFolder } from './temporary-database.ts';

const installHint = 'Not tested with PgBouncer. On Debian: apt-get install pgbouncer';

/** Whether PgBouncer is installed; writes how to install it if not. */
export function hasPgBouncer(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { env: withSbin });
    return true;
  } catch {
    console.warn(installHint);
    return false;
  }
}

const withSbin = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Starts PgBouncer in front of the database at `url`, until the test ends. Returns the URL of the database behind it. */
export async function startPgBouncer(url: string, settings: Record<string, string | number>): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const server = `host=${hostname} port=${port} user=${username} password=${password}`;
  await writeFile(file, ['[databases]', `${database} = ${server}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pgbouncer = spawn('pgbouncer', ['-q', ...asUser, file], { env: withSbin, stdio: 'ignore' });
  onTestFinished(() => void pgbouncer.kill('SIGKILL'));
  await expect.poll(() => accepts(listenPort)).toBe(true);
  return `postgres://${username}@127.0.0.1:${listenPort}/${database}`;
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
