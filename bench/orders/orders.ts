import { openDatabase } from '../../src/database/connect.server.ts';
import { fillWithTires } from '../filled-database.ts';
import { runInChild } from '../own-process.ts';
import { type Figure, percentOfFloor, type Section } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import { type CreateDatabase, onTemporaryDatabase } from '../temporary-database.ts';
import type { BuyersJob, BuyersResult } from './buyers.ts';
import { checkOrders } from './check-orders.ts';
import type { Concurrency, Rate } from './concurrently.ts';
import type { FloorJob } from './floor.ts';
import { type Form, orderForms, prepareForOrders } from './forms.ts';
import { type RecordedOrder, recordOrders } from './recording.ts';
import { rush } from './rush.ts';

const tires = 20_000;
const warmUp = 300;
/** Forms prepared for each second: more than the shop can place. */
const ordersPerSecond = 500;
const clientCounts = [1, 10, 50];
const target = { clients: 10, atLeast: 50 };

/**
 * Measures the rate of orders over HTTP in % of the floor, which runs the same SQL statements without the shop. Floor, shop and floor again
 * each run on a copy of one filled database; the shop also runs its jobs, such as mail.
 */
export const orders: Section = ({ seconds }) =>
  onTemporaryDatabase(async (_url, createDatabase) => {
    const figures: Figure[] = [];
    const filled = await createDatabase('filled');
    await fillWithTires(filled, tires);
    await prepareForOrders(filled);
    const forms = await orderForms(filled, warmUp + seconds * ordersPerSecond);
    const recorded = await recordOrders(await createDatabase('recorded', 'filled'), forms);
    const total = { lost: 0, oversold: 0 };
    for (const clients of clientCounts) {
      const copy = (name: string) => createDatabase(`${name}_${clients}`, 'filled');
      const { figure, lost, oversold } = await compareWithFloor(copy, forms, recorded, { clients, seconds, warmUp });
      figures.push(figure);
      total.lost += lost;
      total.oversold += oversold;
    }
    const zeroTarget = { target: { atMost: 0 } };
    return [
      ...figures,
      { id: 'orders/lost', what: 'confirmed orders lost', measured: total.lost, unit: 'orders', ...zeroTarget },
      { id: 'orders/oversold', what: 'pieces oversold', measured: total.oversold, unit: 'pieces', ...zeroTarget },
      await rush(await createDatabase('rush', 'filled')),
    ];
  });

async function compareWithFloor(
  copy: CreateDatabase,
  forms: Form[],
  recorded: RecordedOrder[],
  concurrency: Concurrency,
) {
  const floor = async (name: string) => {
    const job = { url: await copy(name), orders: recorded, concurrency };
    return (await runInChild<FloorJob, Rate>('orders/floor.ts', job)).perSecond;
  };
  const before = await floor('before');
  const { rate, refused, lost, oversold, mails } = await placeAll(await copy('shop'), forms, concurrency);
  const after = await floor('after');
  const rates = { before, shop: rate.perSecond, after };
  const figure: Figure = {
    id: `orders/rate, ${concurrency.clients} at once`,
    what: `orders over HTTP, ${concurrency.clients} clients, % of the bare transaction`,
    measured: percentOfFloor(rates),
    unit: '%',
    floor: rates,
    beside: { 'median ms': rate.ms.median, 'p99 ms': rate.ms.p99, 'mails sent': mails, ...refused },
  };
  if (concurrency.clients === target.clients) figure.target = { atLeast: target.atLeast };
  return { figure, lost, oversold };
}

async function placeAll(url: string, forms: Form[], concurrency: Concurrency) {
  await using shop = await startShopOn(url, { TRUST_PROXY: 'loopback' });
  const job = { address: shop.address, forms, concurrency };
  const { rate, numbers, refused } = await runInChild<BuyersJob, BuyersResult>('orders/buyers.ts', job);
  await using db = openDatabase(url);
  return { rate, refused, ...(await checkOrders(db, numbers)) };
}
