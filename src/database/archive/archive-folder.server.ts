import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { ifMissing, parseJson, renameDurably, writeDurably } from '../durable-files.server.ts';
import {
  historyFileName,
  isSegment,
  isWalName,
  lineageOf,
  missingSegments,
  type TimelineStart,
  timelineOfHistory,
  walPositionOf,
} from './wal-names.ts';

const identityFile = 'archive.json';
const checkFile = 'check.json';

const identitySchema = z.object({ format: z.literal(1), system: z.string().regex(/^\d+$/) });

const time = z.iso.datetime().transform((text) => new Date(text));

const baseSchema = z.object({
  format: z.literal(1),
  system: z.string(),
  /** The end of the base backup: it can be recovered to this time or a later one. */
  at: time,
  timeline: z.int(),
  startWal: z.string(),
  stopWal: z.string(),
  stopLsn: z.string(),
  segmentBytes: z.int(),
  postgres: z.string(),
  /** The size of all copied files, which are stored uncompressed. */
  bytes: z.int(),
});
export type BaseManifest = z.input<typeof baseSchema>;
export type Base = z.output<typeof baseSchema> & { name: string };

/** In the file, `message` still has its former name `words`. */
const checkSchema = z
  .object({
    at: time,
    ok: z.boolean(),
    words: z.string(),
  })
  .transform(({ at, ok, words: message }) => ({ at, ok, message }));
export type ArchiveCheck = z.output<typeof checkSchema>;

export type ArchiveRefusal =
  | 'missing'
  | 'foreign'
  | 'damaged'
  | 'incomplete'
  | 'no-base'
  | 'in-use'
  | 'not-empty'
  | 'disk-full';

/** Thrown if an archive cannot be used. The database and the archive stay unchanged. */
export class RefusedArchive extends Error {
  readonly reason: ArchiveRefusal;

  constructor(reason: ArchiveRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const walFolder = (archive: string) => join(archive, 'wal');
export const walFile = (archive: string, name: string) => join(walFolder(archive), `${name}.zst`);
export const basesFolder = (archive: string) => join(archive, 'bases');

/** Returns the identifier of the archived database. Throws RefusedArchive without a readable `archive.json`. */
export async function systemIdentifierOf(archive: string): Promise<string> {
  const text = await readFile(join(archive, identityFile), 'utf8').catch((cause) => {
    throw new RefusedArchive('missing', `there is no archive in ${archive}: is its disk mounted?`, { cause });
  });
  const identity = parseJson(text, identitySchema);
  if (!identity) throw new RefusedArchive('damaged', `${join(archive, identityFile)} is damaged`);
  return identity.system;
}

/** Creates an archive's folders and `archive.json`. An existing file stays, even if it names another database. */
export async function createArchive(archive: string, system: string): Promise<void> {
  await mkdir(archive, { recursive: true, mode: 0o700 });
  for (const folder of [walFolder(archive), basesFolder(archive)])
    await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await stat(join(archive, identityFile)).catch(() => null)) return;
  await writeDurably(join(archive, identityFile), { format: 1, system });
}

export async function refuseForeign(archive: string, system: string): Promise<void> {
  if ((await systemIdentifierOf(archive)) !== system)
    throw new RefusedArchive('foreign', `${archive} is the archive of another database`);
}

/** `bases`: newest first. `wal`: sorted file names. `lineage`: the newest timeline and its ancestors, oldest first. */
export type ArchiveContents = {
  system: string;
  bases: Base[];
  wal: string[];
  lineage: TimelineStart[];
};

/** Leaves out base backups that are unfinished or unreadable. Throws RefusedArchive without a readable archive. */
export async function readArchive(archive: string): Promise<ArchiveContents> {
  const system = await systemIdentifierOf(archive);
  const bases: Base[] = [];
  for (const name of await namesIn(basesFolder(archive))) {
    if (name.startsWith('.')) continue;
    const manifest = await readJson(join(basesFolder(archive), name, 'base.json'), baseSchema);
    if (manifest?.system === system) bases.push({ ...manifest, name });
  }
  bases.sort((a, b) => b.at.getTime() - a.at.getTime());
  const walFiles = (await namesIn(walFolder(archive))).filter((file) => file.endsWith('.zst'));
  const wal = walFiles
    .map((file) => file.slice(0, -'.zst'.length))
    .filter(isWalName)
    .sort();
  return { system, bases, wal, lineage: await newestLineage(archive, { bases, wal }) };
}

async function newestLineage(
  archive: string,
  { bases, wal }: Pick<ArchiveContents, 'bases' | 'wal'>,
): Promise<TimelineStart[]> {
  const timelinesWithHistory = wal.flatMap((name) => timelineOfHistory(name) ?? []);
  const newest = Math.max(1, ...timelinesWithHistory, ...bases.map(({ timeline }) => timeline));
  const history = timelinesWithHistory.includes(newest) ? await readWal(archive, historyFileName(newest)) : '';
  return lineageOf(newest, history);
}

async function readWal(archive: string, name: string): Promise<string> {
  const file = walFile(archive, name);
  try {
    return zstdDecompressSync(await readFile(file)).toString();
  } catch (cause) {
    throw new RefusedArchive('damaged', `${file} is damaged`, { cause });
  }
}

export function missingSegmentsAfter({ wal, lineage }: Pick<ArchiveContents, 'wal' | 'lineage'>, base: Base): string[] {
  const { startWal: start, segmentBytes } = base;
  return missingSegments(new Set(wal), { start, lineage, segmentBytes });
}

export async function archivedAt(archive: string, name: string): Promise<Date> {
  return (await stat(walFile(archive, name))).mtime;
}

export function newestSegment(wal: readonly string[]): string | null {
  // By position, then by timeline, with which a name begins: the first segment of a timeline has the position of the last one of its ancestor.
  const orderKey = (name: string) => `${walPositionOf(name)}${name}`;
  return (
    wal
      .filter(isSegment)
      .sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
      .at(-1) ?? null
  );
}

export function readCheck(archive: string): Promise<ArchiveCheck | null> {
  return readJson(join(archive, checkFile), checkSchema);
}

export async function writeCheck(archive: string, check: ArchiveCheck): Promise<void> {
  const { at, ok, message } = check;
  await writeDurably(join(archive, checkFile), { at, ok, words: message });
}

/** Renames the base backup first, so that a partly deleted one does not look complete. */
export async function removeBase(archive: string, name: string): Promise<void> {
  const removed = join(basesFolder(archive), `.${name}.removed`);
  await rm(removed, { recursive: true, force: true });
  await renameDurably(join(basesFolder(archive), name), removed);
  await rm(removed, { recursive: true, force: true });
}

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]));
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  return parseJson(await readFile(file, 'utf8').catch(() => ''), schema);
}
