import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeDurably } from '../durable-files.server.ts';
import { changeOwner, type Installation } from '../embedded/data-directory.server.ts';
import { createArchive } from './archive-folder.server.ts';
import { timelineOfHistory } from './wal-names.ts';

/** The archive of the embedded database. `system`: the identifier of that database; null until the archive is created for it. */
type ArchiveSetting = { folder: string; system: string | null };

/** Stored beside the database, so that every process that starts PostgreSQL archives. Else the archive would miss what that process writes. */
const settingFile = (folder: string) => join(folder, 'archive.json');

async function readSetting(folder: string): Promise<ArchiveSetting | null> {
  const text = await readFile(settingFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'null';
    throw error;
  });
  return JSON.parse(text);
}

/** Sets the archive of the database in `folder` for its next start; undefined: none. */
export async function setArchive(folder: string, archive: string | undefined): Promise<void> {
  if (archive === undefined) return rm(settingFile(folder), { force: true });
  const wanted = resolve(archive);
  if ((await readSetting(folder))?.folder !== wanted)
    await writeDurably(settingFile(folder), { folder: wanted, system: null });
}

/** The built module is in `build/server/assets`, one folder below the program. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'archive-wal.ts' : '../archive-wal.js',
);

/** PostgreSQL archives what was written in this time. Copying takes a few seconds more, so at most 30 s of orders are not in the archive. */
const archiveTimeoutSeconds = 25;

/** Returns the settings of PostgreSQL for the archive of `folder`; none without one. Creates a new archive. No server may run. */
export async function archiveSettings(
  { data, account }: Installation,
  folder: string,
  log: (line: string) => void,
): Promise<Record<string, string | number>> {
  const setting = await readSetting(folder);
  if (!setting) return {};
  const system = await systemIdentifier(data);
  // A known archive that is missing is on a disk that is not mounted: it must not be created again below the mount point.
  if (setting.system !== system) {
    try {
      await createArchive(setting.folder, system);
      await changeOwner(account, join(setting.folder, 'wal'));
      await writeDurably(settingFile(folder), { ...setting, system });
    } catch (error) {
      log(`ARCHIVE_DIR: ${(error as Error).message}`);
    }
  }
  await markHistories({ data, account });
  return {
    archive_mode: 'on',
    archive_timeout: archiveTimeoutSeconds,
    archive_command: programCommand('put', [setting.folder, system], '%f', '%p'),
  };
}

/** Returns the command that PostgreSQL runs for each file: it replaces `%f` by a name and `%p` by a path in its data directory. */
export function programCommand(action: 'put' | 'get', args: string[], name: string, path: string): string {
  const words = [process.execPath, program, action, ...args].map(shellWord);
  return [...words, name, `"${path}"`].join(' ');
}

export function shellWord(text: string): string {
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

/** A restore runs without archiving: marks the history of the timeline that it created, so that PostgreSQL archives it now. */
async function markHistories({ data, account }: Pick<Installation, 'data' | 'account'>): Promise<void> {
  const status = join(data, 'pg_wal', 'archive_status');
  const done = await readdir(status);
  for (const name of await readdir(join(data, 'pg_wal'))) {
    if (timelineOfHistory(name) === null || done.includes(`${name}.done`) || done.includes(`${name}.ready`)) continue;
    const ready = join(status, `${name}.ready`);
    await writeFile(ready, '', { mode: 0o600 });
    const { uid, gid } = await stat(data);
    await changeOwner({ ...account, owner: { uid, gid } }, ready);
  }
}
