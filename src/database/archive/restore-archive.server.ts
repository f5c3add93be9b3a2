import { mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { diskSpace } from '../disk-space.server.ts';
import { ifMissing, renameDurably } from '../durable-files.server.ts';
import { readAccess, urlOf, writeAccess } from '../embedded/access.server.ts';
import { restoredFolder } from '../embedded/cluster.server.ts';
import { chooseDataDirectory } from '../embedded/data-directory.server.ts';
import { withFileLock } from '../embedded/file-lock.server.ts';
import { findPostmaster, stopPostgres } from '../embedded/postmaster.server.ts';
import {
  type ArchiveContents,
  archivedAt,
  type Base,
  basesFolder,
  missingSegmentsAfter,
  RefusedArchive,
  readArchive,
} from './archive-folder.server.ts';
import { copyFile } from './copy-tree.server.ts';
import { recover } from './recover.server.ts';
import { bytesOfLsn, isInLineage, isSegment, walPositionOf } from './wal-names.ts';

type Options<T> = {
  archive: string;
  /** The time to restore to; null: the end of the archive. */
  targetTime: Date | null;
  /** Moves an existing database aside, instead of throwing RefusedArchive. */
  replace: boolean;
  /** The destination of each copied folder of the base backup. Existing files stay. */
  folders: readonly { name: string; to: string }[];
  /** Runs on the restored database, before it gets its final name. */
  afterRecovery: (url: string, base: Base) => Promise<T>;
  onPhase?: ((phase: 'copying' | 'recovering') => void) | undefined;
};

export type RestoredArchive<T> = {
  base: Base;
  /** The folder of the database that was moved aside; null: there was none. */
  movedAsideTo: string | null;
  result: T;
};

/** Restores the embedded database of `folder` (DATA_DIR), and missing files of `folders`, from an archive. The database gets its final name only
 * after it has recovered. Throws RefusedArchive, and keeps the earlier database unchanged, if the archive cannot be used, a shop runs from `folder`, or `folder` has a database and `replace` is false. */
export async function restoreArchive<T>(folder: string, options: Options<T>): Promise<RestoredArchive<T>> {
  const { archive, targetTime, replace, folders, afterRecovery, onPhase } = options;
  const contents = await readArchive(archive);
  const base = chooseBase(contents, targetTime);
  const isComplete = await isCompleteAfterTarget(archive, contents, base, targetTime);
  await mkdir(folder, { recursive: true });
  return withFileLock(folder, async () => {
    const installation = await chooseDataDirectory(folder);
    const { data, cluster } = installation;
    if (await findPostmaster(data, cluster))
      throw new RefusedArchive('in-use', 'the shop runs from this folder: stop it first');
    const hasDatabase = (await stat(data).catch(() => null)) !== null;
    if (hasDatabase && !replace)
      throw new RefusedArchive('not-empty', `${data} holds a database: --replace moves it aside, and deletes nothing`);
    const restored = restoredFolder(data);
    // The server of an interrupted restore may still run.
    await stopPostgres(restored, cluster, 5_000);
    await rm(restored, { recursive: true, force: true });
    await mkdir(dirname(restored), { recursive: true });
    const space = await diskSpace(dirname(restored));
    // The database grows during the recovery, and needs space for WAL files.
    const requiredBytes = base.bytes * 1.5;
    if (space && space.freeBytes < requiredBytes)
      throw new RefusedArchive('disk-full', `the disk of ${dirname(restored)} has too little space for the database`);
    try {
      onPhase?.('copying');
      const baseFolder = join(basesFolder(archive), base.name);
      await copyChecked(baseFolder, 'postgres/', restored);
      onPhase?.('recovering');
      const server = await recover({
        installation: { ...installation, data: restored },
        archive,
        systemIdentifier: contents.system,
        targetTime,
        isComplete,
        // The base backup has a copy of DATA_DIR in `files/data`, with the port and password of the database.
        access: await readAccess(join(baseFolder, 'files/data')),
      });
      const result = await afterRecovery(urlOf(server.access), base).finally(server.stop);
      for (const copied of folders) await copyChecked(baseFolder, `files/${copied.name}/`, copied.to);
      const movedAsideTo = hasDatabase
        ? `${data}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
        : null;
      if (movedAsideTo !== null) await rename(data, movedAsideTo);
      await renameDurably(restored, data);
      // If root starts the shop, PostgreSQL's data may be outside of the shop's folder.
      const isOutsideFolder = dirname(data) !== resolve(folder);
      const linkToData = join(folder, 'postgres');
      if (isOutsideFolder && !(await stat(linkToData).catch(() => null))) await symlink(data, linkToData);
      await writeAccess(folder, server.access);
      return { base, movedAsideTo, result };
    } catch (error) {
      await rm(restored, { recursive: true, force: true });
      throw error;
    }
  });
}

/** Returns the newest base backup before `targetTime` that belongs to the history of the newest timeline. Throws RefusedArchive. */
function chooseBase({ bases, lineage }: Pick<ArchiveContents, 'bases' | 'lineage'>, targetTime: Date | null): Base {
  const usable = bases.filter(({ timeline, stopLsn }) => isInLineage(lineage, timeline, bytesOfLsn(stopLsn)));
  const base = usable.find(({ at }) => targetTime === null || at <= targetTime);
  if (base) return base;
  const oldest = usable.at(-1);
  const reason = oldest
    ? `the archive begins at ${oldest.at.toISOString()}`
    : 'the archive has no complete base backup on its current timeline: restore a nightly backup instead';
  throw new RefusedArchive('no-base', reason);
}

/** Returns false if the WAL has a gap after `targetTime`. Throws RefusedArchive if a gap comes earlier. */
async function isCompleteAfterTarget(
  archive: string,
  contents: ArchiveContents,
  base: Base,
  targetTime: Date | null,
): Promise<boolean> {
  const [missing] = missingSegmentsAfter(contents, base);
  if (missing === undefined) return true;
  const lastComplete = contents.wal
    .filter((name) => isSegment(name) && walPositionOf(name) < walPositionOf(missing))
    .at(-1);
  const until = lastComplete === undefined ? null : await archivedAt(archive, lastComplete);
  // The file was archived after its last record was written, so recovery to a time shortly before `until` may fail.
  if (targetTime !== null && until !== null && targetTime < until) return false;
  const reachable = until === null ? '' : `; it is complete until ${until.toISOString()}: choose a time before that`;
  throw new RefusedArchive('incomplete', `the archive lacks the WAL file ${missing}${reachable}`);
}

const filesSchema = z.array(z.tuple([z.string(), z.int(), z.string()]));

/** Copies the files of a base backup below `prefix`, and compares them with their SHA-256. Existing files stay. */
async function copyChecked(baseFolder: string, prefix: string, to: string): Promise<void> {
  const list = await readFile(join(baseFolder, 'files.json'), 'utf8');
  const files = filesSchema.parse(JSON.parse(list)).filter(([path]) => path.startsWith(prefix));
  if (files.length === 0) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  // PostgreSQL needs its empty folders, too.
  const from = join(baseFolder, prefix);
  for (const folder of await foldersBelow(from))
    await mkdir(join(to, relative(from, folder)), { recursive: true, mode: 0o700 });
  for (const [path, bytes, sha256] of files) {
    const target = join(to, path.slice(prefix.length));
    if (await stat(target).catch(() => null)) continue;
    // The file gets its name last: otherwise the next restore would keep a damaged or incomplete file.
    const part = `${target}.part`;
    await rm(part, { force: true });
    const copied = await copyFile(join(baseFolder, path), part);
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) {
      await rm(part, { force: true });
      throw new RefusedArchive(
        'damaged',
        `${join(baseFolder, path)} does not match its checksum in the base backup: restore an earlier time, or a nightly backup`,
      );
    }
    await rename(part, target);
  }
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
}
