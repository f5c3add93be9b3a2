import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commit, machine, versions } from '../results/machine.ts';
import { byClients, type LoadResult } from './by-clients.ts';
import { byTires, type TireCost } from './by-tires.ts';
import { type Panel, plot } from './plot.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Measures cost from 1,000 to 100,000 tires and from 1 to 200 clients. Writes numbers and a plot to `.data/bench`, with `--record` to
 * `docs/performance`. `--seconds N`: duration of each rate.
 */
export async function growth(options: string[]): Promise<void> {
  const optionTypes = {
    seconds: { type: 'string', default: '8' },
    record: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ args: options, options: optionTypes });
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

const label = 'How cost grows with tires, from 1,000 to 100,000, and with clients, from 1 to 200';

/** An SVG document. */
function growthPlot(tires: readonly TireCost[], clients: readonly LoadResult[]): string {
  const byTire = (title: string, ...lines: [name: string, cost: (cost: TireCost) => number][]): Panel => ({
    title,
    x: 'tires',
    lines: lines.map(([name, cost]) => ({
      name,
      points: tires.map((tireCost) => [tireCost.tires, cost(tireCost)] as const).filter(([, y]) => y > 0),
    })),
  });
  const byClient = (title: string, valueIn: (throughput: LoadResult['page']) => number): Panel => ({
    title,
    x: 'concurrent clients',
    lines: [
      { name: 'front page', points: clients.map((result) => [result.clients, valueIn(result.page)]) },
      { name: 'GET /v1/products', points: clients.map((result) => [result.clients, valueIn(result.api)]) },
    ],
  });
  return plot(label, [
    byTire('Filter and facets, ms', ['p99', (c) => c.searchP99Ms], ['median', (c) => c.searchMedianMs]),
    byTire('Uncached page, server time, ms', ['median', (c) => c.pageMs]),
    byTire('Start until ready, s', ['start', (c) => c.startSeconds]),
    byTire('Memory, MB', ['resident', (c) => c.residentMb], ['catalogue', (c) => c.memoryMb]),
    byClient('Requests a second', (throughput) => throughput.perSecond),
    byClient('p99, ms', (throughput) => throughput.p99Ms),
  ]);
}
