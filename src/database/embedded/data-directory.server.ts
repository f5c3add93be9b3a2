import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { executable, findBinaries, NoEmbeddedDatabase } from './binaries.server.ts';

/** `folder`: the shop's data folder, which contains PostgreSQL's log. `cluster`: as `clusterOf`. `binaries`: a folder as `findBinaries` returns it. */
export type Installation = {
  folder: string;
  cluster: string;
  binaries: string;
  /** PostgreSQL's data directory, which may not exist yet. */
  data: string;
  account: Account;
};

/** Contains binaries and data when the account that runs PostgreSQL cannot enter the shop's folder. */
const systemFolder = '/var/lib/rehvipood';

/** Returns `folder/postgres`, or its target when it is a link (to a data folder below `systemFolder`). */
export async function dataFolder(folder: string): Promise<string> {
  const path = join(folder, 'postgres');
  const dataStat = await lstat(path).catch(() => null);
  if (!dataStat?.isSymbolicLink()) return path;
  return realpath(path).catch(() => {
    throw new Error(
      `${path} points to a folder that does not exist. Restore that folder, or delete the link to start without data.`,
    );
  });
}

/** Returns the cluster name of the server of `folder`; the command line of each of its processes contains it. */
export async function clusterOf(folder: string): Promise<string> {
  return `rehvipood-${hash('sha256', await realpath(folder)).slice(0, 12)}`;
}

/** Chooses the account that runs PostgreSQL, and folders for binaries and data. Throws NoEmbeddedDatabase. */
export async function chooseDataDirectory(folder: string, binaries = findBinaries()): Promise<Installation> {
  const choice = await chooseAccount(binaries, await dataFolder(folder));
  return { folder, cluster: await clusterOf(folder), ...choice };
}

type Choice = Pick<Installation, 'binaries' | 'data' | 'account'>;

async function chooseAccount(binaries: string, data: string): Promise<Choice> {
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRootOnLinux) return { binaries, data, account: currentUser };
  const dataStat = await stat(data).catch(() => null);
  const ownerOfData = dataStat && dataStat.uid !== 0 ? [accountOf(dataStat)] : [];
  for (const account of [...ownerOfData, unprivilegedRoot, nobody]) {
    if (await canRunPostgres(account, executable(binaries, 'postgres'), dirname(data)))
      return { binaries, data, account };
  }
  const newData = join(systemFolder, `data-${randomBytes(6).toString('hex')}`);
  // Only the programs are copied: existing data stay where they are.
  return installInSystemFolder(binaries, dataStat ? data : newData);
}

async function installInSystemFolder(bundledBinaries: string, data: string): Promise<Choice> {
  try {
    const { version } = JSON.parse(await readFile(join(bundledBinaries, '..', 'package.json'), 'utf8'));
    const binaries = join(systemFolder, `postgresql-${version}`);
    await copyBinaries(bundledBinaries, binaries);
    const canRun = await canRunPostgres(nobody, executable(binaries, 'postgres'), dirname(data));
    if (canRun) return { binaries, data, account: nobody };
  } catch (error) {
    throw new NoEmbeddedDatabase(`root starts the shop, and PostgreSQL cannot be copied to ${systemFolder}`, error);
  }
  throw new NoEmbeddedDatabase('root can run it neither in a user namespace nor as the user nobody');
}

async function copyBinaries(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => null)) return;
  const unfinished = `${to}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o755);
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await changeOwner(nobody, unfinished);
  await rename(unfinished, to);
}

const runFile = promisify(execFile);

export type Account = {
  /** The owner of the data. Unchanged if undefined. */
  owner?: { uid: number; gid: number };
  spawnAs: { uid?: number; gid?: number };
  /** Returns the file and the arguments to spawn with `spawnAs`, so that this account runs `executable`. */
  command(executable: string, args: string[]): [string, string[]];
};

const runDirectly: Account['command'] = (executable, args) => [executable, args];

const currentUser: Account = { spawnAs: {}, command: runDirectly };

/** Root in a user namespace: PostgreSQL starts, because it seems to run as nobody, and still owns its files. */
const unprivilegedRoot: Account = {
  owner: { uid: 0, gid: 0 },
  spawnAs: {},
  command: (executable, args) => ['unshare', ['--user', '--', executable, ...args]],
};

function accountOf({ uid, gid }: { uid: number; gid: number }): Account {
  const owner = { uid, gid };
  return { owner, spawnAs: owner, command: runDirectly };
}

export const nobody = accountOf({ uid: 65534, gid: 65534 });

async function canRunPostgres(account: Account, postgres: string, folder: string): Promise<boolean> {
  const [file, args] = account.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, postgres]);
  try {
    await runFile(file, args, { ...account.spawnAs, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

export async function changeOwner(account: Account, path: string): Promise<void> {
  if (account.owner) await runFile('chown', ['-RH', `${account.owner.uid}:${account.owner.gid}`, path]);
}
