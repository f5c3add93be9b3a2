import { hash } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '../connect.server.ts';
import { ifMissing, renameDurably, writeDurably } from '../durable-files.server.ts';
import {
  type BaseManifest,
  basesFolder,
  namesIn,
  RefusedArchive,
  readArchive,
  refuseForeign,
  removeBase,
  walFile,
  walFolder,
} from './archive-folder.server.ts';
import { type CopiedFile, copyFile, copyTree } from './copy-tree.server.ts';
import { dayMs, findPrunable } from './prune.ts';
import { timelineOf } from './wal-names.ts';

/** A folder that is copied with a base backup, under `name`. `isSkipped` gets paths relative to `from`. */
export type CopiedFolder = { name: string; from: string; isSkipped?: (path: string) => boolean };

type Options = {
  archive: string;
  folders: readonly CopiedFolder[];
  now: () => Date;
  signal?: AbortSignal | undefined;
  /** How long to wait for the last WAL file that the base backup needs. */
  waitMs?: number;
  /** Called if another base backup is running, before the wait for its end. */
  onWait?: (() => void) | undefined;
};

/** Writes a base backup into the archive while the database runs, after waiting for another one to end. The WAL from pg_backup_start to pg_backup_stop makes
 * the copy of the data directory consistent. Only a complete base backup gets its final name. Throws RefusedArchive if the archive belongs to another database,
 * or PostgreSQL does not archive. */
export async function takeBase(url: string, { archive, folders, now, signal, waitMs = 120_000, onWait }: Options) {
  return withClient(url, 'rehvipood archive', async (client) => {
    const server = await describeServer(client);
    await refuseForeign(archive, server.system);
    if (server.mode !== 'on') throw new RefusedArchive('incomplete', 'the database does not archive: restart the shop');
    await lockBases(client, { signal, onWait });
    const name = now().toISOString().slice(0, 19).replaceAll(':', '-');
    const part = join(basesFolder(archive), `.${name}.part`);
    const interrupted = (await namesIn(basesFolder(archive))).filter((existing) => existing.startsWith('.'));
    for (const existing of interrupted)
      await rm(join(basesFolder(archive), existing), { recursive: true, force: true });
    try {
      const target = join(part, 'postgres');
      const { copied, startWal, stopWal, stopLsn } = await copyDatabase(client, server.data, target, signal);
      for (const folder of folders) {
        const prefix = `files/${folder.name}/`;
        const { from, isSkipped } = folder;
        copied.push(...(await copyTree(from, join(part, prefix), { isSkipped, prefix, signal })));
      }
      await waitForWal(archive, stopWal, { waitMs, signal });
      const manifest: BaseManifest = {
        format: 1,
        system: server.system,
        at: now().toISOString(),
        timeline: timelineOf(stopWal),
        startWal,
        stopWal,
        stopLsn,
        segmentBytes: server.segmentBytes,
        postgres: server.version,
        bytes: copied.reduce((sum, [, bytes]) => sum + bytes, 0),
      };
      await writeDurably(join(part, 'files.json'), copied);
      await writeDurably(join(part, 'base.json'), manifest);
      await renameDurably(part, join(basesFolder(archive), name));
      return { name, ...manifest };
    } catch (error) {
      await rm(part, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  });
}

/** Waits until no other session writes a base backup, because each deletes unfinished ones. */
async function lockBases(client: pg.ClientBase, { signal, onWait }: Pick<Options, 'signal' | 'onWait'>) {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('rehvipood base backup')) as locked`);
    if (rows[0]?.locked) return;
    if (isFirst) onWait?.();
    await wait(100, undefined, { signal });
  }
}

async function describeServer(client: pg.ClientBase) {
  const { rows } = await client.query<{
    data: string;
    system: string;
    mode: string;
    version: string;
    segmentBytes: number;
  }>(`select current_setting('data_directory') as data, system_identifier::text as system,
      current_setting('archive_mode') as mode, current_setting('server_version') as version,
      pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes" from pg_control_system()`);
  const [row] = rows;
  if (!row) throw new Error('pg_control_system() returned nothing');
  return row;
}

/** Files that a base backup need not contain (PostgreSQL's documentation, 25.3.4.2). pg_control is copied last. */
const skippedPaths = [
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//,
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|global\/pg_control|restored-wal)$/,
  /(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*$/,
];

async function copyDatabase(client: pg.ClientBase, data: string, to: string, signal: AbortSignal | undefined) {
  await client.query(`select pg_backup_start('rehvipood', true)`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const copied = await copyTree(data, to, {
    isSkipped: (path) => skippedPaths.some((pattern) => pattern.test(path)),
    prefix: 'postgres/',
    signal,
  });
  await mkdir(join(to, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  const control = await copyFile(join(data, 'global/pg_control'), join(to, 'global/pg_control'));
  if (!control) throw new Error(`${data} has no pg_control`);
  copied.push(['postgres/global/pg_control', control.bytes, control.sha256]);
  // `false`: does not wait until the WAL is archived. waitForWal waits, and gives up when archiving fails.
  const { rows } = await client.query<{ stopLsn: string; stopWal: string; label: string; tablespaceMap: string }>(
    `select lsn::text as "stopLsn", pg_walfile_name(lsn) as "stopWal", labelfile as label, spcmapfile as "tablespaceMap"
     from pg_backup_stop(false)`,
  );
  const [stop] = rows;
  const [, startWal] = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/m.exec(stop?.label ?? '') ?? [];
  if (!stop || startWal === undefined) throw new Error('pg_backup_stop returned no label');
  // backup_label makes PostgreSQL recover from the start of the backup.
  copied.push(await writeBackupFile(to, 'backup_label', stop.label));
  if (stop.tablespaceMap.trim() !== '') copied.push(await writeBackupFile(to, 'tablespace_map', stop.tablespaceMap));
  return { copied, startWal, stopWal: stop.stopWal, stopLsn: stop.stopLsn };
}

async function writeBackupFile(folder: string, name: string, content: string): Promise<CopiedFile> {
  const file = await open(join(folder, name), 'wx', 0o600);
  await file.writeFile(content);
  await file.sync().finally(() => file.close());
  return [`postgres/${name}`, Buffer.byteLength(content), hash('sha256', content)];
}

async function waitForWal(
  archive: string,
  name: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await stat(walFile(archive, name)).catch(() => null))) {
    if (performance.now() > deadline)
      throw new RefusedArchive('incomplete', `the WAL file ${name}, which the base backup needs, was not archived`);
    await wait(100, undefined, { signal });
  }
}

/** Removes files that are not needed to restore any time in the last `days` days, and day-old files of interrupted writes. */
export async function pruneArchive(archive: string, { now, days }: { now: Date; days: number }) {
  const { bases, wal } = findPrunable(await readArchive(archive), { now, days });
  // Base backups first: after an interruption, each remaining one still has the WAL files that it needs.
  for (const name of bases) await removeBase(archive, name);
  const unneeded = [...wal.map((name) => walFile(archive, name)), ...(await interruptedWrites(archive, now))];
  for (const file of unneeded) await rm(file, { force: true });
  return { bases: bases.length, otherFiles: unneeded.length };
}

async function interruptedWrites(archive: string, now: Date): Promise<string[]> {
  const parts = (await namesIn(walFolder(archive))).filter((name) => name.startsWith('.'));
  const oldFiles: string[] = [];
  for (const name of parts) {
    const file = join(walFolder(archive), name);
    // A file whose write has just ended may be renamed in between.
    const status = await stat(file).catch(ifMissing(null));
    if (status && now.getTime() - status.mtimeMs > dayMs) oldFiles.push(file);
  }
  return oldFiles;
}
