import { chown, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifMissing, writeDurably } from '../durable-files.server.ts';
import { changeOwner, type Installation } from '../embedded/data-directory.server.ts';
import { createArchive } from './archive-folder.server.ts';
import { timelineOfHistory } from './wal-names.ts';

/** `system`: the identifier of the embedded database; null until the archive is created for it. */
type ArchiveSetting = { folder: string; system: string | null };

/** Stored beside the database, so that PostgreSQL archives no matter which process starts it, the shop or a command. */
const settingFile = (folder: string) => join(folder, 'archive.json');

async function readSetting(folder: string): Promise<ArchiveSetting | null> {
  return JSON.parse(await readFile(settingFile(folder), 'utf8').catch(ifMissing('null')));
}

/** Sets the archive of the database in `folder` for its next start; undefined: none. */
export async function setArchive(folder: string, archive: string | undefined): Promise<void> {
  if (archive === undefined) return rm(settingFile(folder), { force: true });
  const archiveFolder = resolve(archive);
  if ((await readSetting(folder))?.folder !== archiveFolder)
    await writeDurably(settingFile(folder), { folder: archiveFolder, system: null });
}

/** The built module is in `build/server/assets`, one folder below the program. */
const archiveWalProgram = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'archive-wal.ts' : '../archive-wal.js',
);

/** PostgreSQL ends a WAL file at the latest after this time, then archives it. With the time to copy the file, the loss of a disk costs at most 30 s. */
const archiveTimeoutSeconds = 25;

/** Returns {} if no archive is configured. Creates the archive if it is new. PostgreSQL must not be running. */
export async function archiveSettings(
  { folder, data, account }: Installation,
  log: (line: string) => void,
): Promise<Record<string, string | number>> {
  const setting = await readSetting(folder);
  if (!setting) return {};
  const system = await systemIdentifier(data);
  // If a known archive is missing, its disk is not mounted: it must not be created again below the mount point.
  const isNewArchive = setting.system !== system;
  if (isNewArchive) {
    try {
      await createArchive(setting.folder, system);
      await changeOwner(account, join(setting.folder, 'wal'));
      await writeDurably(settingFile(folder), { ...setting, system });
    } catch (error) {
      log(`ARCHIVE_DIR: ${(error as Error).message}`);
    }
  }
  await markHistories(data);
  return {
    archive_mode: 'on',
    archive_timeout: archiveTimeoutSeconds,
    archive_command: archiveWalCommand('put', setting.folder, system),
  };
}

/** Returns the command that PostgreSQL runs for each file: it replaces `%f` by the name and `%p` by the path. */
export function archiveWalCommand(action: 'put' | 'get', archive: string, system: string): string {
  const words = [process.execPath, archiveWalProgram, action, archive, system].map(quoteForShell);
  return `${words.join(' ')} %f "%p"`;
}

/** Quotes a word for the shell, and doubles `%`, which PostgreSQL would replace before it runs the command. */
export function quoteForShell(text: string): string {
  const quoted = process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
  return quoted.replaceAll('%', '%%');
}

/** Returns the identifier that initdb gave to a database, and that all its copies have. */
export async function systemIdentifier(data: string): Promise<string> {
  const file = await open(join(data, 'global', 'pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** Makes PostgreSQL archive timeline histories that a restore has created while archiving was off. */
async function markHistories(data: string): Promise<void> {
  const status = join(data, 'pg_wal', 'archive_status');
  const statusFiles = await readdir(status);
  for (const name of await readdir(join(data, 'pg_wal'))) {
    const isMarked = statusFiles.includes(`${name}.done`) || statusFiles.includes(`${name}.ready`);
    if (timelineOfHistory(name) === null || isMarked) continue;
    const ready = join(status, `${name}.ready`);
    await writeFile(ready, '', { mode: 0o600 });
    const { uid, gid } = await stat(data);
    await chown(ready, uid, gid);
  }
}
