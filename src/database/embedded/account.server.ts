import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account that PostgreSQL runs under: it refuses to be root. */
export type Account = {
  /** Who owns its files; undefined: nothing to change. */
  owner?: { uid: number; gid: number };
  spawnAs: { uid?: number; gid?: number };
  /** The command that starts `program` under this account. */
  command(program: string, args: string[]): [string, string[]];
};

const direct: Account['command'] = (program, args) => [program, args];

export const ourselves: Account = { spawnAs: {}, command: direct };

/** Root seen as nobody from inside a user namespace: its files stay root's, so a folder with mode 0700 works. */
export const unprivilegedRoot: Account = {
  owner: { uid: 0, gid: 0 },
  spawnAs: {},
  command: (program, args) => ['unshare', ['--user', '--', program, ...args]],
};

export function accountOf({ uid, gid }: { uid: number; gid: number }): Account {
  const owner = { uid, gid };
  return { owner, spawnAs: owner, command: direct };
}

export const nobody = accountOf({ uid: 65534, gid: 65534 });

/** Whether `account` may run `postgres` and enter `place`. */
export async function canWork(account: Account, postgres: string, place: string): Promise<boolean> {
  const [file, args] = account.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', place, postgres]);
  try {
    await run(file, args, { ...account.spawnAs, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** Hands a folder with all that is in it to `account`. */
export async function give(account: Account, path: string): Promise<void> {
  if (account.owner) await run('chown', ['-RH', `${account.owner.uid}:${account.owner.gid}`, path]);
}
