import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { backupsIn } from '../../database/backup/backup-files.server.ts';
import { type Check, fail, ok, warn } from './check.ts';

const hourMs = 60 * 60 * 1000;
/** A night and two hours; three nights. */
const [late, tooLate] = [26 * hourMs, 74 * hourMs];

/** How old the newest backup in BACKUP_DIR is. */
export async function checkBackups({ backupDir }: Config, now: Date): Promise<Check> {
  const name = 'backups';
  const folder = resolve(backupDir);
  const advice =
    'The running shop makes one every night; npm run shop -- backup makes one now. Is BACKUP_DIR that of the shop?';
  const [newest] = await backupsIn(folder);
  if (!newest) return warn(name, `there is none in ${folder}`, advice);
  const age = now.getTime() - newest.at.getTime();
  const words = `the newest in ${folder} is ${Math.max(0, Math.floor(age / hourMs))} hours old`;
  if (age <= late) return ok(name, words);
  return age <= tooLate ? warn(name, words, advice) : fail(name, words, advice);
}
