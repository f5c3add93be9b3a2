import { hash, randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDrawer } from './drawing/drawer.ts';
import { renderBitmap } from './render-bitmap.server.ts';
import type { Draw } from './tire-drawings.server.ts';

/** Change it when `renderBitmap` draws the same SVG differently: all bitmaps are then redrawn. */
const recipe = '1';

/** Milliseconds after which an unfinished file belongs to a process that was killed. */
const abandonedMs = 60 * 60 * 1000;

export type Bitmap = { body: Readable | Buffer; bytes: number };

/** PNGs of drawings, in files. Several processes may share the folder. */
export type TireBitmaps = {
  /** Returns the bitmap of an SVG, drawn now if missing; null if too many wait. `name`: from `bitmapName`. */
  bitmapOf(name: string, svg: string): Promise<Bitmap | null>;
  /** Removes files of other drawings; returns a function per missing bitmap that draws it. */
  missing(drawings: readonly Draw[]): Promise<(() => Promise<void>)[]>;
};

export function bitmapName(svg: string): string {
  return `${hash('sha256', recipe + svg).slice(0, 32)}.png`;
}

/** Calls `onError` if the folder cannot be written: bitmaps are then drawn for each request. */
export function openTireBitmaps(
  folder: string,
  { render = renderBitmap, onError }: { render?: (svg: string) => Promise<Buffer>; onError: (error: unknown) => void },
): TireBitmaps {
  let failing = false;
  const drawer = openDrawer(async (name: string, svg: string) => {
    const png = await render(svg);
    const fault: unknown = await keep(name, png).then(
      () => null,
      (error) => error,
    );
    if (fault && !failing) onError(fault);
    failing = fault !== null;
    return { png, fault };
  });

  /** Under its name a file is whole, also after a loss of power. */
  async function keep(name: string, png: Buffer): Promise<void> {
    const part = join(folder, `${name}.${randomUUID()}.part`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(part, png, { flush: true });
      await rename(part, join(folder, name));
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function kept(name: string): Promise<Bitmap | null> {
    const file = await open(join(folder, name)).catch(() => null);
    if (!file) return null;
    const { size } = await file.stat();
    return { body: file.createReadStream(), bytes: size };
  }

  async function removeOthers(files: readonly string[], names: ReadonlyMap<string, Draw>): Promise<void> {
    for (const file of files) {
      const path = join(folder, file);
      const removable = file.endsWith('.part') ? await isAbandoned(path) : !names.has(file);
      if (removable) await rm(path, { force: true });
    }
  }

  return {
    async bitmapOf(name, svg) {
      const known = await kept(name);
      if (known) return known;
      const drawing = drawer.request(name, svg);
      if (!drawing) return null;
      const { png } = await drawing;
      // From the file again: a slow reader then holds no memory.
      return (await kept(name)) ?? { body: png, bytes: png.length };
    },
    async missing(drawings) {
      const names = new Map<string, Draw>();
      for (const draw of drawings) {
        names.set(bitmapName(draw()), draw);
        await nextTurn();
      }
      const files = await namesIn(folder);
      await removeOthers(files, names);
      for (const file of files) names.delete(file);
      return [...names].map(([name, draw]) => async () => {
        // Drawn meanwhile, for a request or by another process.
        if (await exists(join(folder, name))) return;
        const { fault } = await drawer.add(name, draw());
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

/** An unfinished file that another process renames meanwhile is not abandoned. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > abandonedMs;
}
