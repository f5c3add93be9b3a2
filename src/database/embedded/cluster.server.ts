import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { renameDurably } from '../durable-files.server.ts';
import { executable, NoEmbeddedDatabase } from './binaries.server.ts';
import { changeOwner, type Installation } from './data-directory.server.ts';
import { majorVersion, versionOf } from './upgrade.server.ts';

export async function ensureCluster(installation: Installation): Promise<void> {
  const { folder, data, account } = installation;
  if (await isCluster(data)) {
    const dataStat = await stat(data);
    if (account.owner && dataStat.uid !== account.owner.uid) await changeOwner(account, data);
    return;
  }
  const restored = restoredFolder(data);
  if (await stat(restored).catch(() => null))
    throw new Error(
      `${restored} is left over from an interrupted restore, and there is no database. Run the restore again, or delete this folder to start with an empty database. If the restore moved a database aside, that database is in ${data}.before-….`,
    );
  await createCluster(installation);
  // `dataFolder` finds the data through this link at the next start.
  if (dirname(data) !== folder) await symlink(data, join(folder, 'postgres'));
}

export const restoredFolder = (data: string) => `${data}.restored`;

/** Runs initdb. The folder gets its name only when it is complete. */
export async function createCluster({ binaries, data, account }: Installation): Promise<void> {
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await changeOwner(account, unfinished);
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['-D', unfinished, '--username=postgres', '--auth=trust', '--no-instructions', ...encoding];
  const [file, args] = account.command(executable(binaries, 'initdb'), options);
  await promisify(execFile)(file, args, { ...account.spawnAs, cwd: '/', windowsHide: true }).catch((error) => {
    throw new NoEmbeddedDatabase(lastLine(error.stderr || error.message), error);
  });
  await writeFile(join(unfinished, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  await rm(data, { recursive: true, force: true });
  await renameDurably(unfinished, data);
}

/** Sets the password of the role `postgres` in single-user mode. No server may be running on the data. */
export async function setPassword({ binaries, data, account }: Installation, password: string): Promise<void> {
  const [file, args] = account.command(executable(binaries, 'postgres'), ['--single', '-D', data, 'postgres']);
  const singleUserServer = spawn(file, args, {
    ...account.spawnAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let errorOutput = '';
  singleUserServer.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  singleUserServer.stdin.end(`alter role postgres password '${password}';\n`);
  const [code] = await once(singleUserServer, 'close');
  if (code !== 0 || /\bERROR:/.test(errorOutput)) throw new Error(`PostgreSQL: ${lastLine(errorOutput)}`);
}

/** Returns whether `data` holds a cluster. Throws if the cluster is of another major version, or damaged. */
async function isCluster(data: string): Promise<boolean> {
  const version = await versionOf(data);
  if (version === majorVersion) return true;
  if (version !== null)
    throw new Error(
      `${data} is a data folder of PostgreSQL ${version}; this shop runs ${majorVersion}: update the shop.`,
    );
  if (await stat(join(data, 'global', 'pg_control')).catch(() => null)) {
    throw new Error(`${data} is damaged: its file PG_VERSION is missing. Nothing was changed.`);
  }
  return false;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

export type Settings = Record<string, string | number>;

/** Returns settings as command-line options instead of lines in postgresql.conf, so that a new version of the shop can change them. */
export function serverOptions(port: number, cluster: string, settings: Settings): string[] {
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
    ...settings,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
