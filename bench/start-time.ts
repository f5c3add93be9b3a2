import { readFile } from 'node:fs/promises';
import { rounded } from './results/figure.ts';
import { startShopOn } from './servers.ts';

/** Seconds from the start of the process until the built shop is open on a database, and what it then has resident. */
export async function timeStart(databaseUrl: string): Promise<{ seconds: number; megabytes: number }> {
  const begun = performance.now();
  const shop = await startShopOn(databaseUrl);
  const seconds = rounded((performance.now() - begun) / 1000, 2);
  try {
    const status = await readFile(`/proc/${shop.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN);
    return { seconds, megabytes: Math.round(kilobytes / 1024) };
  } finally {
    await shop.stop();
  }
}
