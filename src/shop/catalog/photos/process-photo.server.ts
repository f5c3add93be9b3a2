import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { masterName, type PhotoRefusal, photoNames, uploadLimits } from './photo.ts';

/** In a build, this module is in `build/server/assets`, one folder below the program. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'resize-photo.ts' : '../resize-photo.js',
);

const timeoutMs = 30_000;
const maxOutputBytes = 4 * 1024 * 1024;

export type PhotoFiles = ReadonlyMap<string, Buffer>;

/** `side`: pixels of the longer side without a white border. `dhash`: as in `isSamePicture`. */
export type PhotoMeasures = { side: number; dhash: string };

export type ProcessedPhoto = ({ ok: true; files: PhotoFiles } & PhotoMeasures) | { ok: false; reason: PhotoRefusal };

/** The first line of the child's output; `files`: names and lengths of the files that follow. */
export type OutputHead = { refused: PhotoRefusal } | ({ files: [string, number][] } & PhotoMeasures);

/** Checks a photograph and makes its files in a child with limited time and memory. Decodes only JPEG, PNG and WebP. */
export async function processPhoto(bytes: Buffer): Promise<ProcessedPhoto> {
  if (bytes.length > uploadLimits.bytes) return { ok: false, reason: 'too-large' };
  if (!isPicture(bytes)) return { ok: false, reason: 'not-a-picture' };
  const output = await resizeInChild(bytes);
  if (!Buffer.isBuffer(output)) return { ok: false, reason: output };
  const headEnd = output.indexOf('\n');
  const head = JSON.parse(output.toString('utf8', 0, headEnd)) as OutputHead;
  if ('refused' in head) return { ok: false, reason: head.refused };
  const files = new Map<string, Buffer>();
  let position = headEnd + 1;
  for (const [name, length] of head.files) {
    files.set(name, output.subarray(position, position + length));
    position += length;
  }
  const isComplete = position === output.length && [masterName, ...photoNames].every((name) => files.get(name)?.length);
  const { side, dhash } = head;
  return isComplete ? { ok: true, files, side, dhash } : { ok: false, reason: 'unreadable' };
}

/** Returns whether bytes begin as a JPEG, PNG or WebP file does. File names and declared types are ignored. */
function isPicture(bytes: Buffer): boolean {
  return /^ffd8ff|^89504e470d0a1a0a|^52494646.{8}57454250$/.test(bytes.toString('hex', 0, 12));
}

function resizeInChild(bytes: Buffer): Promise<Buffer | PhotoRefusal> {
  return new Promise((resolve) => {
    const options = {
      encoding: 'buffer',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutputBytes,
    } as const;
    const child = execFile(process.execPath, ['--max-old-space-size=128', program], options, (error, stdout) => {
      if (!error) return resolve(stdout);
      resolve(error.killed ? 'took-too-long' : 'unreadable');
    });
    // If the process ends early, the write fails; `execFile` reports the same by the exit code.
    child.stdin?.on('error', () => {}).end(bytes);
  });
}
