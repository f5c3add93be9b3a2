import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/**
 * Returns the shop that runs from this folder on the embedded database, if it answers. Call it before a build, which would replace
 * the files of that shop.
 * @returns {Promise<{ pid: number, address: string } | null>}
 */
export async function runningShop() {
  if (process.env.DATABASE_URL) return null;
  try {
    const note = JSON.parse(readFileSync(join(root, process.env.DATA_DIR || '.data', 'shop.json'), 'utf8'));
    process.kill(note.pid, 0);
    await fetch(note.address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(1_500) });
    return note;
  } catch {
    return null;
  }
}
