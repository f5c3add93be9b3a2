import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { renameDurably } from '../rename-durably.server.ts';
import { NoEmbeddedDatabase, program } from './binaries.server.ts';
import { give, type Home } from './data-directory.server.ts';

const major = '18';

/** Makes the data folder unless it exists, under another name until it is complete. */
export async function ensureCluster({ binaries, data, account }: Home, folder: string): Promise<void> {
  if (await isComplete(data)) {
    const present = await stat(data);
    if (account.owner && present.uid !== account.owner.uid) await give(account, data);
    return;
  }
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await give(account, unfinished);
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['-D', unfinished, '--username=postgres', '--auth=trust', '--no-instructions', ...encoding];
  const [file, args] = account.command(program(binaries, 'initdb'), options);
  await promisify(execFile)(file, args, { ...account.spawnAs, cwd: '/', windowsHide: true }).catch((error) => {
    throw new NoEmbeddedDatabase(lastLine(error.stderr || error.message), error);
  });
  await writeFile(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  await rm(data, { recursive: true, force: true });
  await renameDurably(unfinished, data);
  if (dirname(data) !== folder) await symlink(data, join(folder, 'postgres'));
}

/** Sets the password of `postgres` while no server runs on the data. */
export async function setPassword({ binaries, data, account }: Home, password: string): Promise<void> {
  const [file, args] = account.command(program(binaries, 'postgres'), ['--single', '-D', data, 'postgres']);
  const single = spawn(file, args, {
    ...account.spawnAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let complaint = '';
  single.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  single.stdin.end(`alter role postgres password '${password}';\n`);
  const [code] = await once(single, 'close');
  if (code !== 0 || /\bERROR:/.test(complaint)) throw new Error(`PostgreSQL: ${lastLine(complaint)}`);
}

async function isComplete(data: string): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version?.trim() === major) return true;
  if (version)
    throw new Error(`${data} is of PostgreSQL ${version.trim()}; this shop runs ${major}. Dump and restore it.`);
  if (await stat(join(data, 'global', 'pg_control')).catch(() => null)) {
    throw new Error(`${data} is damaged: its file PG_VERSION is missing. Nothing was touched.`);
  }
  return false;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** Command line settings. None is in postgresql.conf, so an upgrade of the shop can change them. */
export function settings(port: number, cluster: string): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    cluster_name: cluster,
    max_connections: 100,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    wal_buffers: '16MB',
    random_page_cost: 1.1,
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Terse, because a DETAIL line may contain a buyer's data, such as an e-mail address.
    log_error_verbosity: 'terse',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
