import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** The program that PostgreSQL runs in its data directory, as archive_command (`put`) and restore_command (`get`). It imports only modules
 * of Node, so that it starts quickly. Exit code 1: a failed `put`, which PostgreSQL repeats, or a `get` of a file that is not archived.
 * Exit code 200: a failed `get`, which ends the recovery. */
const [action, archive = '', systemIdentifier = '', name = '', path = ''] = process.argv.slice(2);

const wal = join(archive, 'wal');
const fileOf = (walName: string) => join(wal, `${walName}.zst`);
const isSegment = (walName: string) => /^[0-9A-F]{24}$/.test(walName);

class Refused extends Error {}

function refuseForeign(): void {
  const identity = readFileSync(join(archive, 'archive.json'), 'utf8');
  if (JSON.parse(identity).system !== systemIdentifier)
    throw new Refused(`${archive} is the archive of another database`);
}

async function write(file: string, content: Buffer): Promise<void> {
  const part = join(dirname(file), `.${name}.${process.pid}.part`);
  try {
    const output = await open(part, 'wx', 0o600);
    try {
      await output.writeFile(content);
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}

/** Level 1 is enough: if archive_timeout ends a segment early, most of the segment consists of zeros. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

async function archiveFile(): Promise<void> {
  lowerPriority();
  refuseForeign();
  const content = readFileSync(path);
  const file = fileOf(name);
  // After a crash PostgreSQL archives a segment again.
  if (existsSync(file)) {
    if (decompressesTo(readFileSync(file), content)) return;
    throw new Refused(`${file} already exists with different content`);
  }
  await write(file, zstdCompressSync(content, compression));
}

/** Requests of the shop come first. A sandbox may refuse to change the priority. */
function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {}
}

function decompressesTo(compressed: Buffer, content: Buffer): boolean {
  try {
    return zstdDecompressSync(compressed).equals(content);
  } catch {
    return false;
  }
}

const spoolFolder = 'restored-wal';
const maxFilesAhead = 32;

/** Unpacks the next segments too, into `spoolFolder`: restore_command looks there before it starts this program. */
async function restoreFile(): Promise<void> {
  const isArchived = statSync(fileOf(name), { throwIfNoEntry: false }) !== undefined;
  // Called after the line above: throws if the disk is unmounted, so that the missing file is not taken for the end of the archive.
  refuseForeign();
  if (!isArchived) {
    process.exitCode = 1;
    return;
  }
  await unpack(name, path);
  if (!isSegment(name)) return;
  mkdirSync(spoolFolder, { recursive: true });
  const timeline = name.slice(0, 8);
  const nextSegments = readdirSync(wal)
    .filter((file) => file.startsWith(timeline) && file.endsWith('.zst'))
    .map((file) => file.slice(0, -'.zst'.length))
    .filter((walName) => isSegment(walName) && walName > name)
    .sort()
    .slice(0, maxFilesAhead);
  for (const segment of nextSegments) {
    const spoolFile = join(spoolFolder, segment);
    if (existsSync(spoolFile)) continue;
    // A damaged file is reported when PostgreSQL asks for it.
    await unpack(segment, spoolFile).catch(() => {});
  }
}

async function unpack(walName: string, to: string): Promise<void> {
  let content: Buffer;
  try {
    content = zstdDecompressSync(readFileSync(fileOf(walName)));
  } catch (error) {
    throw new Refused(`${fileOf(walName)} is damaged: ${(error as Error).message}`);
  }
  const output = await open(`${to}.part`, 'w', 0o600);
  try {
    // The file is sparse: the zeros at its end take no space on the disk.
    await output.writeFile(content.subarray(0, usedBytes(content)));
    await output.truncate(content.length);
  } finally {
    await output.close();
  }
  renameSync(`${to}.part`, to);
}

const zeroBlock = Buffer.alloc(8192);

function usedBytes(content: Buffer): number {
  let end = content.length;
  const endsWithZeroBlock = () =>
    end >= zeroBlock.length && content.subarray(end - zeroBlock.length, end).equals(zeroBlock);
  while (endsWithZeroBlock()) end -= zeroBlock.length;
  return end;
}

try {
  await (action === 'put' ? archiveFile() : restoreFile());
} catch (error) {
  console.error(`archive: ${error instanceof Error ? error.message : error}`);
  // PostgreSQL takes exit code 1 of `get` for the end of the archive, so an unreadable archive needs another code.
  process.exitCode = action === 'put' ? 1 : 200;
}
