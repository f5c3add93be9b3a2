import { openDatabase } from '../../../src/database/connect.server.ts';
import { fillWithTires } from '../../filled-database.ts';
import { watchResident } from '../../memory.ts';
import { runInChild } from '../../own-process.ts';
import type { Figure } from '../../results/figure.ts';
import { printFigures } from '../../results/report.ts';
import { type Server, startShopOn } from '../../servers.ts';
import { onTemporaryDatabase } from '../../temporary-database.ts';
import { prepareStock } from '../clients/loaded-shop.ts';
import type { OrderedTire } from '../clients/requests.ts';
import { type AttackOutcome, outcomeFigures } from './attack-figures.ts';
import type { AttackJob, AttackResult } from './attacker.ts';
import type { LegitimateJob, LegitimateResult } from './legitimate.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';

const tires = 20_000;
/** Durations: warm-up, quiet time before the attack, and time after it. */
const [warmSeconds, calmSeconds, afterSeconds] = [45, 10, 60];
const ordersPerSecond = 10;
const maxOrders = 200;
const newline = '\n'.charCodeAt(0);

/** Requests of all kinds. Their uncached pages fill the response cache, so that its memory is in use before the attack. */
const warmUp = {
  streams: [
    { kind: 'cached', perSecond: 50, newConnection: true },
    { kind: 'uncached', atOnce: 4 },
    { kind: 'list', perSecond: 15 },
    { kind: 'order', perSecond: ordersPerSecond, newConnection: true },
  ],
  files: [
    ...['ee', 'en', 'ru'].map((locale) => `/feeds/google-${locale}.xml`),
    ...['/sitemap.xml', '/sitemap-tires-1.xml', '/sitemap-pages.xml', '/robots.txt', '/en/success', '/nowhere'],
  ],
  everyMs: 1_000,
} as const;

const pages = [
  { kind: 'cached', perSecond: 20, newConnection: true },
  { kind: 'uncached', perSecond: 4, newConnection: true },
] as const;
const feed = { files: ['/feeds/google-en.xml'], everyMs: 3_000 };

/** Some requests continue after the attack, because an idle process would not collect its garbage. */
const calmStreams = [
  { kind: 'cached', perSecond: 5, newConnection: true },
  { kind: 'uncached', perSecond: 1, newConnection: true },
] as const;

/** Measures the effect of each attack on legitimate clients and on memory, each on a new shop and database. Prints each result at once. */
export function attacks(names: readonly ScenarioName[], seconds: number): Promise<Figure[]> {
  return onTemporaryDatabase(async (_url, createDatabase) => {
    const figures: Figure[] = [];
    const filled = await createDatabase('filled');
    await fillWithTires(filled, tires);
    const db = openDatabase(filled);
    const tiresToOrder = await prepareStock(db.pool).finally(db.close);
    for (const [index, name] of names.entries()) {
      const { env }: Scenario = scenarios[name];
      const url = await createDatabase(`attack_${index}`, 'filled');
      await using shop = await startShopOn(url, { HOST: '127.0.0.1', ...env });
      const outcome = await attackShop(shop, name, seconds, tiresToOrder);
      const attackFigures = outcomeFigures(name, outcome);
      printFigures(`Attack ${name}`, attackFigures);
      figures.push(...attackFigures);
    }
    return figures;
  });
}

async function attackShop(
  { address, pid, process: shop }: Server,
  name: ScenarioName,
  seconds: number,
  tiresToOrder: OrderedTire[],
): Promise<AttackOutcome> {
  const { proxied = false }: Scenario = scenarios[name];
  let logLines = 0;
  const countLines = (bytes: Buffer) => {
    for (const byte of bytes) if (byte === newline) logLines += 1;
  };
  const runLegitimate = (job: Omit<LegitimateJob, 'address' | 'tires' | 'proxied' | 'coding'>) =>
    runInChild<LegitimateJob, LegitimateResult>('load/attacks/legitimate.ts', {
      address,
      tires: tiresToOrder,
      proxied,
      coding: 'gzip',
      ...job,
    });

  await runLegitimate({ ...warmUp, seconds: warmSeconds });
  const pictures = await picturesOf(address);
  const runCalmly = (seconds: number) => runLegitimate({ streams: calmStreams, files: [], everyMs: 1_000, seconds });
  const memoryBefore = watchResident(pid);
  await runCalmly(calmSeconds);
  memoryBefore.stop();
  const memoryDuring = watchResident(pid);
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', countLines);

  const job: AttackJob = { address, name, seconds, pictures };
  const orders = { kind: 'order', perSecond: ordersPerSecond, maxRequests: maxOrders, newConnection: true } as const;
  const [attack, legitimate] = await Promise.all([
    runInChild<AttackJob, AttackResult>('load/attacks/attacker.ts', job),
    runLegitimate({ streams: [...pages, orders], ...feed, seconds }),
  ]);

  if (shop.signalCode === null) await runCalmly(afterSeconds);
  memoryDuring.stop();
  const [before, after] = [memoryBefore.recent(calmSeconds), memoryDuring.recent(calmSeconds)];
  return { attack, legitimate, logLines, resident: { before, highest: memoryDuring.highest(), after } };
}

/** Distinct paths of the pictures in the feed. */
async function picturesOf(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/feeds/google-en.xml`);
  const links = (await answer.text()).matchAll(/<g:image_link>[^<]*?(\/tires\/[^<]+\.png)</g);
  const paths = [...new Set([...links].map(([, path = '']) => path))];
  if (paths.length === 0) throw new Error('the feed has no pictures');
  return paths;
}
