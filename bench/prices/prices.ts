import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PriceRulesConfig } from '../../src/shop/catalog/prices/rules/price-rules.ts';
import { type CommandCost, costOf } from '../command-cost.ts';
import { demonstrationList, newList } from '../import/lists.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import { findTiresInStock, type LoadResult, loadDuring } from '../speed/steady-load.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';

const run = promisify(execFile);

const rows = 100_000;

const rules = {
  cost: [
    { name: 'freight 20"+', when: { rim: '20..' }, add: 3 },
    { name: 'freight', add: 1.5 },
  ],
  markup: [
    { name: 'Nokian winter', when: { maker: 'nokian', season: 'winter' }, percent: 14, plus: 2 },
    { name: 'cheap', when: { cost: '..50' }, percent: 25, atLeast: 9, atMost: 15 },
    { name: 'rest', percent: 18, plus: 2 },
  ],
  own: [{ name: 'own stock', percent: 30 }],
  floor: [
    { name: 'least margin', margin: 6 },
    { name: 'vans', when: { vehicle: 'van' }, margin: 9 },
  ],
  ceiling: [{ name: 'list', to: 'list' }],
  round: { endings: ['.90'] },
} satisfies PriceRulesConfig;

/**
 * Previews, applies and undoes price rules on 100,000 generated tires beside the built shop. Measures time and memory of the commands,
 * and the latency of lists and orders with and without them.
 */
export const prices: Section = async ({ seconds }) => {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-bench-prices-'));
  const [list, rulesFile] = [join(folder, 'list.csv'), join(folder, 'prices.mjs')];
  const listWithoutCosts = join(folder, 'without-costs.csv');
  await writeFile(list, await newList(rows));
  await writeFile(listWithoutCosts, withoutCosts(await readFile(demonstrationList, 'utf8')));
  await writeFile(rulesFile, `export default ${JSON.stringify(rules)};`);
  try {
    return await onTemporaryDatabase(async (url) => {
      await costOf(url, ['import', listWithoutCosts]);
      await using shop = await startShopOn(url);
      // Orders are for tires without a known cost, whose prices stay.
      const tires = await findTiresInStock(shop.address);
      await costOf(url, ['import', list]);
      const during = (args: string[]) => loadDuring(shop.address, tires, () => costOf(url, args));
      const before = await loadDuring(shop.address, tires, () => setTimeout(seconds * 1000));
      const figures = latencyFigures('no command', before.load);
      const preview = await during(['prices', 'preview', '--rules', rulesFile]);
      figures.push(...commandFigures('preview', preview));
      const apply = await during(['prices', 'apply', await previewHash(url, rulesFile), '--rules', rulesFile]);
      figures.push(...commandFigures('apply', apply, { atMost: 30 }));
      figures.push(...commandFigures('undo', await during(['prices', 'undo', '--yes']), { atMost: 30 }));
      return figures;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Empties the column of costs. */
function withoutCosts(list: string): string {
  const [header = '', ...lines] = list.trimEnd().split('\n');
  const costIndex = header.split(',').indexOf('cost_net');
  return `${[header, ...lines.map((line) => line.split(',').with(costIndex, '').join(','))].join('\n')}\n`;
}

async function previewHash(url: string, rulesFile: string): Promise<string> {
  const script = join(import.meta.dirname, '../../build/server/main.js');
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: url };
  const args = [script, 'prices', 'preview', '--rules', rulesFile, '--json'];
  const { hash, up, down } = JSON.parse((await run(process.execPath, args, { env })).stdout);
  if (up + down < rows / 2) throw new Error(`the rules change only ${up + down} prices`);
  return hash;
}

type Measured = { result: CommandCost; load: LoadResult };

function commandFigures(name: string, { result, load }: Measured, target?: Figure['target']): Figure[] {
  return [
    {
      id: `prices/${name}: seconds`,
      what: `prices ${name}, 100,000 tires of known cost, beside buyers: time`,
      measured: rounded(result.seconds, 1),
      unit: 's',
      ...(target && { target }),
      beside: { 'peak MB': result.peakMb },
    },
    ...latencyFigures(`prices ${name}`, load),
  ];
}

function latencyFigures(name: string, latencies: LoadResult): Figure[] {
  return Object.entries(latencies).map(([request, { median, p95, p99, max, count, errors }]) => ({
    id: `prices/${request}, ${name}`,
    what: `latency of ${request}, ${name}: p95`,
    measured: p95,
    unit: 'ms',
    beside: { 'median ms': median, 'p99 ms': p99, 'max ms': max, answers: count, errors },
  }));
}
