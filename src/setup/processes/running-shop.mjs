import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/** @returns {Promise<{ pid: number, address: string } | null>} the shop that runs from this folder, if it answers */
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
