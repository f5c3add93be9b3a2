import { fillWithTires } from '../filled-database.ts';
import { residentMegabytes } from '../memory.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { median } from '../results/statistics.ts';
import { startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const tires = 50_000;
const starts = 3;

/** Measures the time until the built shop is ready, and its resident memory then. */
export const start: Section = async () => {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    const seconds: number[] = [];
    const megabytes: number[] = [];
    for (let time = 0; time < starts; time += 1) {
      const started = await timeStart(url);
      seconds.push(started.seconds);
      megabytes.push(started.megabytes);
    }
    const what = `start with ${tires.toLocaleString('en')} tires, database running, median of ${starts}`;
    figures.push(
      {
        id: 'start/ready',
        what: `${what}: until ready`,
        measured: median(seconds),
        unit: 's',
        target: { atMost: 2 },
        beside: { 'max s': Math.max(...seconds) },
      },
      {
        id: 'start/memory',
        what: `${what}: resident memory when ready`,
        measured: median(megabytes),
        unit: 'MB',
        target: { atMost: 250 },
        beside: { 'max MB': Math.max(...megabytes) },
      },
    );
  });
  return figures;
};

/** Seconds from the start of the process until the built shop is ready, and its resident memory in MB. */
export async function timeStart(databaseUrl: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const shop = await startShopOn(databaseUrl);
  const seconds = rounded((performance.now() - started) / 1000, 2);
  try {
    return { seconds, megabytes: rounded(await residentMegabytes(shop.pid), 0) };
  } finally {
    await shop.stop();
  }
}
