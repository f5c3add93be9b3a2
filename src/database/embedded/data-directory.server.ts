import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, NoEmbeddedDatabase, program } from './binaries.server.ts';

/** Where PostgreSQL lives and the account that runs it. `data` may not exist yet. */
export type Home = { binaries: string; data: string; account: Account };

/** The data directory's parent for accounts that cannot enter the shop's folder. */
const elsewhere = '/var/lib/rehvipood';

/** Returns `folder/postgres`, or the target of that link: a folder that the account cannot enter holds a link. */
export async function dataFolder(folder: string): Promise<string> {
  const path = join(folder, 'postgres');
  const present = await lstat(path).catch(() => null);
  if (!present?.isSymbolicLink()) return path;
  return realpath(path).catch(() => {
    throw new Error(
      `${path} points to a folder that is gone. Bring it back, or delete the link to begin without data.`,
    );
  });
}

/** Finds a way to run PostgreSQL for `folder`. Throws NoEmbeddedDatabase if no way works. */
export async function chooseDataDirectory(folder: string): Promise<Home> {
  const binaries = findBinaries();
  const data = await dataFolder(folder);
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return { binaries, data, account: ourselves };
  const present = await stat(data).catch(() => null);
  const accounts = [...(present?.uid ? [accountOf(present)] : []), unprivilegedRoot, nobody];
  for (const account of accounts) {
    if (await canWork(account, program(binaries, 'postgres'), dirname(data))) return { binaries, data, account };
  }
  return homeElsewhere(binaries, present ? data : join(elsewhere, `data-${randomBytes(6).toString('hex')}`));
}

async function homeElsewhere(installed: string, data: string): Promise<Home> {
  try {
    const { version } = JSON.parse(await readFile(join(installed, '..', 'package.json'), 'utf8'));
    const binaries = join(elsewhere, `postgresql-${version}`);
    await copyBinaries(installed, binaries);
    const possible = await canWork(nobody, program(binaries, 'postgres'), dirname(data));
    if (possible) return { binaries, data, account: nobody };
  } catch (error) {
    throw new NoEmbeddedDatabase(`as root it needs ${elsewhere}`, error);
  }
  throw new NoEmbeddedDatabase('root may run it neither in a user namespace nor as nobody');
}

async function copyBinaries(from: string, to: string): Promise<void> {
  if (await stat(to).catch(() => null)) return;
  const unfinished = `${to}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await chmod(dirname(to), 0o755);
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await give(nobody, unfinished);
  await rename(unfinished, to);
}

const run = promisify(execFile);

export type Account = {
  owner?: { uid: number; gid: number };
  spawnAs: { uid?: number; gid?: number };
  command(program: string, args: string[]): [string, string[]];
};

const direct: Account['command'] = (program, args) => [program, args];

const ourselves: Account = { spawnAs: {}, command: direct };

/** Root, mapped to nobody in a user namespace: files stay root's, so a folder with mode 0700 works. */
const unprivilegedRoot: Account = {
  owner: { uid: 0, gid: 0 },
  spawnAs: {},
  command: (program, args) => ['unshare', ['--user', '--', program, ...args]],
};

function accountOf({ uid, gid }: { uid: number; gid: number }): Account {
  const owner = { uid, gid };
  return { owner, spawnAs: owner, command: direct };
}

export const nobody = accountOf({ uid: 65534, gid: 65534 });

async function canWork(account: Account, postgres: string, place: string): Promise<boolean> {
  const [file, args] = account.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', place, postgres]);
  try {
    await run(file, args, { ...account.spawnAs, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

export async function give(account: Account, path: string): Promise<void> {
  if (account.owner) await run('chown', ['-RH', `${account.owner.uid}:${account.owner.gid}`, path]);
}
