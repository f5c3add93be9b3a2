import { fillWithPhotographs, fillWithTires } from '../filled-database.ts';
import { residentMegabytes } from '../memory.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { median } from '../results/statistics.ts';
import { startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const tires = 50_000;
const starts = 3;

/** Measures the time until the built shop is ready, and its resident memory then. */
export const start: Section = () =>
  onTemporaryDatabase(async (url): Promise<Figure[]> => {
    await fillWithTires(url, tires);
    const { seconds, megabytes } = await timeStarts(url);
    const photographs = await fillWithPhotographs(url);
    const pictured = await timeStarts(url);
    const what = `start with ${tires.toLocaleString('en')} tires, database running, median of ${starts}`;
    return [
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
      {
        id: 'start/memory-photographs',
        what: `${what}: resident memory when ready, with ${photographs.toLocaleString('en')} photographs`,
        measured: median(pictured.megabytes),
        unit: 'MB',
        target: { atMost: 250 },
        beside: { 'max MB': Math.max(...pictured.megabytes), 'ready s': median(pictured.seconds) },
      },
    ];
  });

async function timeStarts(url: string): Promise<{ seconds: number[]; megabytes: number[] }> {
  const measured: Awaited<ReturnType<typeof timeStart>>[] = [];
  for (let time = 0; time < starts; time += 1) measured.push(await timeStart(url));
  return { seconds: measured.map(({ seconds }) => seconds), megabytes: measured.map(({ megabytes }) => megabytes) };
}

/** Seconds from the start of the process until the built shop is ready, and its resident memory in MB. */
export async function timeStart(databaseUrl: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  await using shop = await startShopOn(databaseUrl);
  const seconds = rounded((performance.now() - started) / 1000, 2);
  return { seconds, megabytes: rounded(await residentMegabytes(shop.pid), 0) };
}
