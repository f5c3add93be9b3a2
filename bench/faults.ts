import { parseArgs } from 'node:util';
import { killOften } from '../test/faults/run.ts';
import { spread } from './results/percentile.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

/** Kills the built shop under load, `--kills N` times at moments of `--seed S`; ends with 1 when anything is wrong after. */
export async function faults(options: string[]): Promise<void> {
  const given = { kills: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: options, options: given });
  const kills = Number(values.kills ?? 200);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
  console.log(`The shop under load, killed ${kills} times; seed ${seed}.`);
  await onTemporaryDatabase(async (url) => {
    const { orders, repeated, lost, doubled, paid, refused, seconds, wrong } = await killOften(url, { kills, seed });
    const { median, max } = spread(seconds);
    console.table({
      kills,
      'orders acknowledged': orders,
      'requests repeated': repeated,
      lost,
      doubled,
      paid,
      'stock drift and other wrongs': wrong.length,
      'seconds to the open shop, median': median,
      'seconds to the open shop, max': max,
    });
    console.log('Refused:', refused);
    for (const line of wrong) console.log(line);
    if (lost + doubled + wrong.length > 0) process.exitCode = 1;
  });
}
