import { openDatabase } from '../../../src/database/connect.server.ts';
import { fillWithTires } from '../../filled-database.ts';
import { inOwnProcess } from '../../own-process.ts';
import type { Figure } from '../../results/figure.ts';
import { printFigures } from '../../results/report.ts';
import { type Server, startShopOn } from '../../servers.ts';
import { onTemporaryDatabase } from '../../temporary-database.ts';
import { stocked } from '../carry.ts';
import type { Wanted } from '../requests.ts';
import { type Outcome, outcomeFigures } from './attack-figures.ts';
import type { Attacked, AttackJob } from './client.ts';
import type { Honest, HonestJob } from './honest.ts';
import { watchResident } from './resident-memory.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';

const tires = 20_000;
const [warmSeconds, calmSeconds, afterSeconds] = [45, 10, 60];
const ordersPerSecond = 10;
const mostOrders = 200;

/** Everything that a visitor or a robot asks for, and uncached pages until the response cache is full, so that all of it is resident before the attack. */
const warmUp = {
  streams: [
    { kind: 'kept', perSecond: 50, fresh: true },
    { kind: 'made', atOnce: 4 },
    { kind: 'list', perSecond: 15 },
    { kind: 'order', perSecond: ordersPerSecond, fresh: true },
  ],
  files: [
    ...['ee', 'en', 'ru'].map((locale) => `/feeds/google-${locale}.xml`),
    ...['/sitemap.xml', '/sitemap-tires-1.xml', '/sitemap-pages.xml', '/robots.txt', '/en/success', '/nowhere'],
  ],
  everyMs: 1_000,
} as const;

const pages = [
  { kind: 'kept', perSecond: 20, fresh: true },
  { kind: 'made', perSecond: 4, fresh: true },
] as const;
const feed = { files: ['/feeds/google-en.xml'], everyMs: 3_000 };

/** After the attack some visitors go on: a process without any work would not collect its garbage. */
const calm = [
  { kind: 'kept', perSecond: 5, fresh: true },
  { kind: 'made', perSecond: 1, fresh: true },
] as const;

/** What honest visitors notice of each attack, and what it takes of memory. Each on a shop and a database of its own; prints each when it is over. */
export async function attacks(names: readonly ScenarioName[], seconds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (_url, another) => {
    const filled = await another('filled');
    await fillWithTires(filled, tires);
    const db = openDatabase(filled);
    const wanted = await stocked(db.pool).finally(db.close);
    for (const [index, name] of names.entries()) {
      const { env }: Scenario = scenarios[name];
      const shop = await startShopOn(await another(`attack_${index}`, 'filled'), { HOST: '127.0.0.1', ...env });
      try {
        const outcome = await attackShop(shop, name, seconds, wanted);
        const measured = outcomeFigures(name, outcome);
        printFigures(`Attack ${name}`, measured);
        figures.push(...measured);
      } finally {
        await shop.stop();
      }
    }
  });
  return figures;
}

async function attackShop(
  { address, pid, process: shop }: Server,
  name: ScenarioName,
  seconds: number,
  wanted: Wanted[],
): Promise<Outcome> {
  const { proxied = false }: Scenario = scenarios[name];
  let logLines = 0;
  const countLines = (bytes: Buffer) => {
    for (const byte of bytes) if (byte === 10) logLines += 1;
  };
  const visit = (job: Omit<HonestJob, 'address' | 'tires' | 'proxied' | 'coding'>) =>
    inOwnProcess<HonestJob, Honest>('load/hostile/honest.ts', {
      ...{ address, tires: wanted, proxied, coding: 'gzip' },
      ...job,
    });

  await visit({ ...warmUp, seconds: warmSeconds });
  const pictures = await picturesOf(address);
  const rest = (seconds: number) => visit({ streams: calm, files: [], everyMs: 1_000, seconds });
  const resting = watchResident(pid);
  await rest(calmSeconds);
  resting.stop();
  const watch = watchResident(pid);
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', countLines);

  const job: AttackJob = { address, name, seconds, pictures };
  const orders = { kind: 'order', perSecond: ordersPerSecond, most: mostOrders, fresh: true } as const;
  const [attacked, honest] = await Promise.all([
    inOwnProcess<AttackJob, Attacked>('load/hostile/client.ts', job),
    visit({ streams: [...pages, orders], ...feed, seconds }),
  ]);

  if (shop.signalCode === null) await rest(afterSeconds);
  watch.stop();
  const [before, after] = [resting.lately(calmSeconds), watch.lately(calmSeconds)];
  return { attacked, honest, logLines, resident: { before, highest: watch.highest(), after } };
}

/** Paths of the bitmaps that the feed names, each once. */
async function picturesOf(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/feeds/google-en.xml`);
  const links = (await answer.text()).matchAll(/<g:image_link>[^<]*?(\/tires\/[^<]+\.png)</g);
  const paths = [...new Set([...links].map(([, path = '']) => path))];
  if (paths.length === 0) throw new Error('the feed names no pictures');
  return paths;
}
