import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../project.mjs';

/** @returns {Promise<{ pid: number, address: string } | null>} the responding shop of this folder; null: none responds, or DATABASE_URL is set, with which a shop writes no pid file */
export async function runningShop() {
  if (process.env.DATABASE_URL) return null;
  try {
    const pidFile = JSON.parse(readFileSync(resolve(root, process.env.DATA_DIR || '.data', 'shop.json'), 'utf8'));
    process.kill(pidFile.pid, 0);
    await fetch(pidFile.address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(1_500) });
    return pidFile;
  } catch {
    return null;
  }
}
