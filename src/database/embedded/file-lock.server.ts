import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Waits for the lock `name`. It is a SQLite lock: Node has no file lock that ends with a killed process. */
export async function withFileLock<T>(folder: string, work: () => Promise<T>, name = 'postgres.lock'): Promise<T> {
  const lock = new DatabaseSync(join(folder, name), { timeout: 0 });
  try {
    while (!tryLock(lock)) await wait(50);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    const sqliteBusy = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}
