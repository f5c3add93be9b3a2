import { openDatabase } from '../../src/database/connect.server.ts';
import type { BuyersJob, BuyersResult } from '../orders/buyers.ts';
import { type Form, orderForms } from '../orders/forms.ts';
import { runInChild } from '../own-process.ts';
import { rounded, type Section } from '../results/figure.ts';
import { median } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, startDeskOn, startWithoutDesk } from './running-desk.ts';
import { openScreens } from './screens.ts';

const rounds = 4;
const clients = 10;
const screens = 20;
const warmUp = 300;
const ordersPerSecond = 500;

/** The rate of orders beside 20 screens that follow each change, in % of the rate without a desk; in turn, each on a copy. */
export const deskOrders: Section = async ({ seconds }) => {
  const rates = { without: [] as number[], with: [] as number[] };
  const reads: number[] = [];
  await onTemporaryDatabase(async (_url, createDatabase) => {
    const filled = await createDatabase('filled');
    await fillWithOrders(filled);
    const forms = await orderForms(filled, warmUp + seconds * ordersPerSecond);
    for (let round = 0; round < rounds; round += 1) {
      rates.without.push(await rateWithoutDesk(await createDatabase(`without_${round}`, 'filled'), forms, seconds));
      const measured = await rateBesideScreens(await createDatabase(`with_${round}`, 'filled'), forms, seconds);
      rates.with.push(measured.rate);
      reads.push(...measured.reads);
    }
  });
  const [without, beside] = [median(rates.without), median(rates.with)];
  return [
    {
      id: 'desk-orders/rate',
      what: `orders over HTTP, ${clients} clients, beside ${screens} screens, % of the rate without a desk`,
      measured: rounded((beside / without) * 100, 1),
      unit: '%',
      target: { atLeast: 95 },
      beside: {
        'orders/s without': Math.round(without),
        'with the desk': Math.round(beside),
        'lowest without': Math.round(Math.min(...rates.without)),
        with: Math.round(Math.min(...rates.with)),
        'readings of Today': reads.length,
        'median ms': rounded(median(reads), 1),
      },
    },
  ];
};

const env = { TRUST_PROXY: 'loopback' };

async function rateWithoutDesk(url: string, forms: Form[], seconds: number): Promise<number> {
  const db = openDatabase(url);
  await db.pool.query('drop function notify_desk cascade').finally(db.close);
  const shop = await startWithoutDesk(url, env);
  return placeOrders(shop.address, forms, seconds).finally(shop.stop);
}

async function rateBesideScreens(url: string, forms: Form[], seconds: number) {
  const desk = await startDeskOn(url, env);
  try {
    const open = await openScreens(desk, screens);
    const rate = await placeOrders(desk.shop.address, forms, seconds);
    await open.settled();
    if (open.failed > 0) throw new Error(`${open.failed} readings of Today failed`);
    return { rate, reads: open.reads };
  } finally {
    await desk.shop.stop();
  }
}

async function placeOrders(address: string, forms: Form[], seconds: number): Promise<number> {
  const job: BuyersJob = { address, forms, concurrency: { warmUp, clients, seconds } };
  const { rate, refused } = await runInChild<BuyersJob, BuyersResult>('orders/buyers.ts', job);
  if (Object.keys(refused).length > 0) throw new Error(`orders were refused: ${JSON.stringify(refused)}`);
  return rate.perSecond;
}
