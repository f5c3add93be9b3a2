import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commit, machine, versions } from '../results/machine.ts';
import { byClients } from './by-clients.ts';
import { byTires } from './by-tires.ts';
import { growthPlot } from './growth-plot.ts';

const root = join(import.meta.dirname, '../..');

/**
 * How cost grows from 1,000 to 100,000 tires and from 1 to 200 clients: numbers and a plot under `.data/bench`, with
 * `--record` under `docs/performance`. `--seconds N` for each rate.
 */
export async function growth(options: string[]): Promise<void> {
  const given = { seconds: { type: 'string', default: '8' }, record: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args: options, options: given });
  const tires = await byTires();
  const clients = await byClients(Number(values.seconds));
  const about = {
    date: new Date().toISOString(),
    commit: await commit(),
    machine: machine(),
    versions: await versions(),
  };
  const folder = join(root, values.record ? 'docs/performance' : '.data/bench');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'growth.json'), `${JSON.stringify({ ...about, tires, clients }, null, 2)}\n`);
  await writeFile(join(folder, 'growth.svg'), growthPlot(tires, clients));
  console.log(`\n${folder}/growth.json, growth.svg`);
}
