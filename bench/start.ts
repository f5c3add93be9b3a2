import { fillWithTires } from './filled-database.ts';
import type { Section } from './options.ts';
import type { Figure } from './results/figure.ts';
import { median } from './results/percentile.ts';
import { timeStart } from './start-time.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const tires = 50_000;
const starts = 3;

/** The built shop from the start of its process until it is open, and what it then has resident. */
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
    const what = `start with ${tires.toLocaleString('en')} tires, database up, median of ${starts}`;
    figures.push(
      {
        id: 'start/ready',
        what: `${what}: until open`,
        measured: median(seconds),
        unit: 's',
        target: { atMost: 2 },
        beside: { 'max s': Math.max(...seconds) },
      },
      {
        id: 'start/memory',
        what: `${what}: resident when open`,
        measured: median(megabytes),
        unit: 'MB',
        target: { atMost: 250 },
        beside: { 'max MB': Math.max(...megabytes) },
      },
    );
  });
  return figures;
};
