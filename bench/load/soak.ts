import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/connect.server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { seedTires } from '../../test/support/seed.ts';
import { fillWithTires } from '../filled-database.ts';
import { whatStands } from '../orders/stands.ts';
import { inOwnProcess } from '../own-process.ts';
import { type Figure, rounded } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { importNowAndThen } from './imports.ts';
import { slope } from './slope.ts';
import type { Lived, LiveJob } from './soak-visitors.ts';
import type { Memory } from './tell-memory.ts';

const tires = 6_000;
const everySeconds = 30;

const keys = { accessKey: 'access-of-the-bench', secretKey: 'secret-key-of-the-bench' };

type Sample = { minutes: number; memory: Memory };

/**
 * A busy day in so many minutes: pages, lists, orders, payments with their webhooks, letters and imports, and every half minute
 * what the shop's process holds after a collection. Its slope over the second half is what counts.
 */
export async function soak(minutes: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    const db = openDatabase(url);
    await seedTires(db.kysely, [{ id: 'plenty', stock: { ringtee: 1_000_000, annelinn: 1_000_000 } }]);
    const [port, montonioPort] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${port}`;
    const shop = await startShopOn(
      url,
      {
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: address,
        MONTONIO_ACCESS_KEY: keys.accessKey,
        MONTONIO_SECRET_KEY: keys.secretKey,
        MONTONIO_URL: `http://127.0.0.1:${montonioPort}/api`,
      },
      ['--expose-gc', '--import', join(import.meta.dirname, 'tell-memory.ts')],
    );
    const samples: Sample[] = [];
    const stopped = new AbortController();
    try {
      const job: LiveJob = { address, minutes, montonioPort, keys };
      const living = inOwnProcess<LiveJob, Lived>('load/soak-visitors.ts', job);
      const importing = importNowAndThen(url, tires, stopped.signal);
      const began = performance.now();
      while (performance.now() - began < minutes * 60_000) {
        await wait(everySeconds * 1000);
        shop.process.send({});
        const [memory] = (await once(shop.process, 'message')) as [Memory];
        samples.push({ minutes: (performance.now() - began) / 60_000, memory });
        console.log(line(samples.at(-1)));
      }
      const lived = await living;
      stopped.abort();
      const imports = await importing;
      const stands = await whatStands(db, lived.orders);
      const { rows } = await db.pool.query<{ paid: number }>(
        `select count(distinct order_id) as paid from payment_ledger where kind = 'paid'`,
      );
      figures.push(...figuresOf(minutes, samples, { ...stands, ...lived, imports, paid: rows[0]?.paid ?? 0 }));
    } finally {
      stopped.abort();
      await shop.stop();
      await db.close();
    }
  });
  return figures;
}

const megabytes = (bytes: number) => rounded(bytes / 2 ** 20, 1);

function line(sample: Sample | undefined): string {
  if (!sample) return '';
  const { rss, heapUsed, external } = sample.memory;
  return `after ${sample.minutes.toFixed(1)} min: ${megabytes(rss)} MB resident, heap ${megabytes(heapUsed)}, buffers ${megabytes(external)}`;
}

type Outcome = Lived & Record<'lost' | 'oversold' | 'letters' | 'imports' | 'paid', number>;

function figuresOf(minutes: number, samples: readonly Sample[], outcome: Outcome): Figure[] {
  const { lost, oversold, letters, imports, answers, refused, failed, paid, orders } = outcome;
  const half = samples.slice(Math.floor(samples.length / 2));
  const growth = (of: keyof Memory) =>
    rounded(slope(half.map(({ minutes, memory }) => ({ x: minutes, y: memory[of] / 2 ** 20 }))), 2);
  const last = samples.at(-1)?.memory;
  const beside = {
    'MB resident at the end': megabytes(last?.rss ?? 0),
    'heap, MB a minute': growth('heapUsed'),
    'buffers, MB a minute': growth('external'),
    'pages and lists': answers,
    refused,
    orders: orders.length,
    paid,
    letters,
    imports,
  };
  const none = { target: { atMost: 0 } };
  return [
    {
      id: 'load/soak: slope',
      what: `soak of ${minutes} minutes: resident memory after a collection, over the second half`,
      measured: growth('rss'),
      unit: 'MB a minute',
      target: { atMost: 1 },
      beside,
    },
    {
      id: 'load/soak: failed',
      what: 'soak: pages and lists without an answer',
      measured: failed,
      unit: 'answers',
      ...none,
    },
    {
      id: 'load/soak: lost',
      what: 'soak: orders that were confirmed and lost',
      measured: lost,
      unit: 'orders',
      ...none,
    },
    { id: 'load/soak: oversold', what: 'soak: pieces oversold', measured: oversold, unit: 'pieces', ...none },
  ];
}
