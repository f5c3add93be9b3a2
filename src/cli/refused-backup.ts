import { RefusedBackup } from '../database/backup/refused-backup.ts';
import { NotDone } from './command.ts';

/** A backup that is refused is a command that is not done, for programs too. */
export async function orNotDone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedBackup) throw new NotDone(error.reason, error.message);
    throw error;
  }
}
