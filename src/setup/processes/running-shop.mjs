import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/** @returns {Promise<{ pid: number, address: string } | null>} the shop that runs from this folder and responds; null if none does */
export async function runningShop() {
  if (process.env.DATABASE_URL) return null;
  try {
    const pidFile = JSON.parse(readFileSync(join(root, process.env.DATA_DIR || '.data', 'shop.json'), 'utf8'));
    process.kill(pidFile.pid, 0);
    await fetch(pidFile.address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(1_500) });
    return pidFile;
  } catch {
    return null;
  }
}
