import { residentMegabytes } from './resident.ts';
import { rounded } from './results/figure.ts';
import { startShopOn } from './servers.ts';

/** Seconds from the start of the process until the built shop is open on a database, and what it then has resident. */
export async function timeStart(databaseUrl: string): Promise<{ seconds: number; megabytes: number }> {
  const begun = performance.now();
  const shop = await startShopOn(databaseUrl);
  const seconds = rounded((performance.now() - begun) / 1000, 2);
  try {
    return { seconds, megabytes: await residentMegabytes(shop.pid) };
  } finally {
    await shop.stop();
  }
}
