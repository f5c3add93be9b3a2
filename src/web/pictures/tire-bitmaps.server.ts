import { hash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDrawingQueue } from './drawing/drawing-queue.ts';
import { renderBitmap } from './render-bitmap.server.ts';
import type { Draw } from './tire-drawings.server.ts';

/** Change this when `renderBitmap` draws the same SVG differently. Then all bitmaps are drawn again. */
const renderingVersion = '1';

/** An unfinished file of this age belongs to a process that was killed. */
const abandonedMs = 60 * 60 * 1000;

export type Bitmap = { body: Readable | Buffer; bytes: number };

/** PNGs of drawings, stored as files. Several processes may share the folder. */
export type TireBitmaps = {
  /** Returns the bitmap, drawn if it is missing; null if too many drawings wait. `name`: from `bitmapName`. */
  bitmapOf(name: string, svg: string): Promise<Bitmap | null>;
  /** Removes bitmaps of other drawings, and old unfinished files. Returns functions that draw the missing bitmaps. */
  cleanAndListMissing(drawings: readonly Draw[]): Promise<(() => Promise<void>)[]>;
};

export function bitmapName(svg: string): string {
  return `${hash('sha256', renderingVersion + svg).slice(0, 32)}.png`;
}

/** While files cannot be written, each request draws its bitmap; `onError` gets the first of consecutive errors. */
export function openTireBitmaps(
  folder: string,
  { render = renderBitmap, onError }: { render?: (svg: string) => Promise<Buffer>; onError: (error: unknown) => void },
): TireBitmaps {
  let lastWriteFailed = false;
  const drawingQueue = openDrawingQueue(async (name: string, svg: string) => {
    const png = await render(svg);
    const fault: unknown = await store(name, png).then(
      () => null,
      (error) => error,
    );
    if (fault && !lastWriteFailed) onError(fault);
    lastWriteFailed = fault !== null;
    return { png, fault };
  });

  /** Writes and renames, so that a file with this name is always complete, also after a power failure. */
  async function store(name: string, png: Buffer): Promise<void> {
    const unfinishedFile = join(folder, `${name}.${randomUUID()}.part`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(unfinishedFile, png, { flush: true });
      await rename(unfinishedFile, join(folder, name));
    } catch (error) {
      await rm(unfinishedFile, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function openStored(name: string): Promise<Bitmap | null> {
    const file = await open(join(folder, name)).catch(() => null);
    if (!file) return null;
    const { size } = await file.stat();
    return { body: file.createReadStream(), bytes: size };
  }

  async function removeUnneededFiles(files: readonly string[], drawsByName: ReadonlyMap<string, Draw>): Promise<void> {
    for (const file of files) {
      const path = join(folder, file);
      const isUnneeded = file.endsWith('.part') ? await isAbandoned(path) : !drawsByName.has(file);
      if (isUnneeded) await rm(path, { force: true });
    }
  }

  return {
    async bitmapOf(name, svg) {
      const stored = await openStored(name);
      if (stored) return stored;
      const drawing = drawingQueue.addUnlessFull(name, svg);
      if (!drawing) return null;
      const { png } = await drawing;
      // Sent from the file if possible, so that a slow client does not keep the PNG in memory.
      return (await openStored(name)) ?? { body: png, bytes: png.length };
    },
    async cleanAndListMissing(drawings) {
      const drawsByName = new Map<string, Draw>();
      for (const draw of drawings) {
        drawsByName.set(bitmapName(draw()), draw);
        await nextTurn();
      }
      const files = await namesIn(folder);
      await removeUnneededFiles(files, drawsByName);
      for (const file of files) drawsByName.delete(file);
      return [...drawsByName].map(([name, draw]) => async () => {
        // A request or another process may have drawn the bitmap meanwhile.
        if (await exists(join(folder, name))) return;
        const { fault } = await drawingQueue.add(name, draw());
        if (fault) throw fault;
      });
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whether an unfinished file is old. False if another process has just renamed it. */
async function isAbandoned(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > abandonedMs;
}
