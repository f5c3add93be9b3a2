import { join, resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { archivedAt, newestSegment, readArchive } from '../../database/archive/archive-folder.server.ts';
import { archiveHealth, systemOfAnyDatabase } from '../../database/archive/archive-health.server.ts';
import { archivedFolders } from '../../database/archive/archived-folders.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { type Call, type Command, type CommandGroup, UsageError } from '../command.ts';
import { counted, note, print } from '../output.ts';
import { rethrowRefusal, withDatabaseUrl } from './database.ts';

function foldersOf({ io }: Call): { archive: string; dataDir: string; backupDir: string } {
  const { archiveDir, dataDir, backupDir } = readConfig(io.env);
  if (archiveDir === undefined) throw new UsageError('set ARCHIVE_DIR, the folder of the archive');
  return { archive: resolve(archiveDir), dataDir: resolve(dataDir), backupDir: resolve(backupDir) };
}

const archiveStatus: Command = {
  summary: 'Shows how old the archive is, and whether anything is wrong with it.',
  usage: '[--json]',
  help: `Shows the last archived WAL file, the base backups and the last check of ARCHIVE_DIR. The command reads only that folder, so it also
works without a database. \`doctor\` also shows what the database has not archived yet.

  --json  prints JSON

Exit codes: 0 nothing is wrong, 3 something is.

  npm run shop -- archive status`,
  async run(call) {
    const { archive } = foldersOf(call);
    const now = call.io.now();
    const health = await archiveHealth(archive, systemOfAnyDatabase);
    const contents = await readArchive(archive).catch(() => null);
    const newest = contents && newestSegment(contents.wal);
    const lastWal = newest ? { name: newest, at: await archivedAt(archive, newest) } : null;
    const { trouble, lastBaseAt: lastBase, baseCount: bases, oldestBaseAt: oldest, check, disk } = health;
    const problem = trouble ?? (lastBase ? null : 'there is no base backup yet: `archive base` makes one');
    const hasFailedCheck = check !== null && !check.ok;
    const isFine = problem === null && !hasFailedCheck;
    const ago = (at: Date) => `${tallinnTime(at)}, ${durationOf(now.getTime() - at.getTime())} ago`;
    print(
      call,
      {
        ok: isFine,
        archive,
        trouble: problem,
        lastWal,
        lastBase,
        bases,
        oldest,
        check,
        free: disk?.freeBytes ?? null,
      },
      [
        `Archive: ${archive}`,
        ...(problem === null ? [] : [`WRONG: ${problem}`]),
        lastWal ? `Last WAL file: ${lastWal.name}, ${ago(lastWal.at)}` : 'No WAL file was archived.',
        ...(lastBase && oldest
          ? [
              `Last base backup: ${ago(lastBase)}; ${counted(bases, 'base backup')}, restores from ${tallinnTime(oldest)} on`,
            ]
          : []),
        check
          ? `Last check: ${ago(check.at)}: ${check.ok ? 'restored' : 'FAILED'}, ${check.message}`
          : 'The archive was not checked yet.',
        ...(disk ? [`Free: ${(disk.freeBytes / 1e9).toFixed(1)} GB of ${(disk.totalBytes / 1e9).toFixed(1)} GB`] : []),
      ],
    );
    return isFine ? 0 : 3;
  },
};

function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
}

const archiveBase: Command = {
  summary: 'Writes a base backup into the archive now, as the shop does every night.',
  usage: '[--json]',
  help: `Copies the embedded database into ARCHIVE_DIR while the shop runs, and waits until the WAL that belongs to it is archived. A restore
begins with the newest base backup before its time, so a newer one makes restores shorter. Removes nothing. Waits for the end of another base
backup, such as the first one, which the shop begins when it starts.

  --json  prints the result as JSON

  npm run shop -- archive base`,
  async run(call) {
    const { archive, dataDir, backupDir } = foldersOf(call);
    const folders = archivedFolders({ dataDir, projectFolder: process.cwd(), skip: [archive, backupDir] });
    const { takeBase } = await import('../../database/archive/take-base.server.ts');
    const { now, signal } = call.io;
    const onWait = () => note(call.io, 'Another base backup is running; waiting for its end.');
    const { name, bytes, at } = await rethrowRefusal(
      withDatabaseUrl(call.io, (url) => takeBase(url, { archive, folders, now, signal, onWait })),
    );
    print(call, { ok: true, archive, base: name, bytes, at }, [
      `${join(archive, 'bases', name)}: ${(bytes / 1e6).toFixed(1)} MB.`,
    ]);
  },
};

const archiveCheck: Command = {
  summary: 'Checks the archive: restores it into a scratch folder and reads every row.',
  usage: '[--json]',
  help: `Restores ARCHIVE_DIR to its end into a scratch folder of DATA_DIR while the shop runs, reads every row, and removes the folder, as the
shop does every Sunday. The disk of DATA_DIR needs room for a second database. Waits for the end of another check.

  --json  prints the result as JSON

Exit codes: 0 the archive can be restored, 3 it cannot.

  npm run shop -- archive check`,
  async run(call) {
    const { archive, dataDir } = foldersOf(call);
    const { checkArchive } = await import('../../database/archive/check-archive.server.ts');
    const check = await rethrowRefusal(checkArchive(dataDir, { archive, now: call.io.now }));
    const { at, ok, message } = check;
    print(call, { archive, at, ok, words: message }, [`${ok ? 'Restored' : 'FAILED'}: ${message}`]);
    return ok ? 0 : 3;
  },
};

export const archive: CommandGroup = {
  summary: 'The continuous archive of the embedded database.',
  commands: { status: archiveStatus, base: archiveBase, check: archiveCheck },
};
