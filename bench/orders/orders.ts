import { openDatabase } from '../../src/database/connect.server.ts';
import { fillWithTires } from '../filled-database.ts';
import type { Section } from '../options.ts';
import { inOwnProcess } from '../own-process.ts';
import { type Figure, percentOfFloor } from '../results/figure.ts';
import { startShopOn } from '../servers.ts';
import { type Another, onTemporaryDatabase } from '../temporary-database.ts';
import type { Rate, Way } from './at-once.ts';
import type { Bought, BuyersJob } from './buyers.ts';
import type { FloorJob } from './floor.ts';
import { type Form, orderForms, prepareForOrders } from './forms.ts';
import { type RecordedOrder, recordOrders } from './recording.ts';
import { rush } from './rush.ts';
import { whatStands } from './stands.ts';

const tires = 20_000;
const warmUp = 300;
/** As many as may be placed in each second; the rest are not. */
const ordersPerSecond = 500;
const clientCounts = [1, 10, 50];
/** Design, section 7. */
const asked = { clients: 10, atLeast: 50 };

/**
 * Orders over HTTP beside the bare order transaction: its own statements, recorded from the shop's verb, through `pg`.
 * Floor, shop, floor, each on a copy of one filled database; the shop does its jobs meanwhile, its letters among them.
 */
export const orders: Section = async ({ seconds }) => {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (_url, another) => {
    const filled = await another('filled');
    await fillWithTires(filled, tires);
    await prepareForOrders(filled);
    const forms = await orderForms(filled, warmUp + seconds * ordersPerSecond);
    const recorded = await recordOrders(await another('recorded', 'filled'), forms);
    const none = { lost: 0, oversold: 0 };
    for (const clients of clientCounts) {
      const copy = (name: string) => another(`${name}_${clients}`, 'filled');
      const { figure, lost, oversold } = await besideTransaction(copy, forms, recorded, { clients, seconds, warmUp });
      figures.push(figure);
      none.lost += lost;
      none.oversold += oversold;
    }
    const target = { atMost: 0 };
    figures.push(
      { id: 'orders/lost', what: 'orders that were confirmed and lost', measured: none.lost, unit: 'orders', target },
      { id: 'orders/oversold', what: 'pieces oversold', measured: none.oversold, unit: 'pieces', target },
      await rush(await another('rush', 'filled')),
    );
  });
  return figures;
};

async function besideTransaction(copy: Another, forms: Form[], recorded: RecordedOrder[], way: Way) {
  const floor = async (name: string) =>
    (await inOwnProcess<FloorJob, Rate>('orders/floor.ts', { url: await copy(name), orders: recorded, way })).perSecond;
  const before = await floor('before');
  const { rate, refused, lost, oversold, letters } = await placed(await copy('shop'), forms, way);
  const after = await floor('after');
  const rates = { before, shop: rate.perSecond, after };
  const figure: Figure = {
    id: `orders/rate, ${way.clients} at once`,
    what: `orders over HTTP, ${way.clients} at once, of the bare transaction`,
    measured: percentOfFloor(rates),
    unit: '%',
    floor: rates,
    beside: { 'median ms': rate.ms.median, 'p99 ms': rate.ms.p99, 'letters sent meanwhile': letters, ...refused },
  };
  if (way.clients === asked.clients) figure.target = { atLeast: asked.atLeast };
  return { figure, lost, oversold };
}

async function placed(url: string, forms: Form[], way: Way) {
  const shop = await startShopOn(url);
  try {
    const job = { address: shop.address, forms, way };
    const { rate, numbers, refused } = await inOwnProcess<BuyersJob, Bought>('orders/buyers.ts', job);
    const db = openDatabase(url);
    const stands = await whatStands(db, numbers).finally(db.close);
    return { rate, refused, ...stands };
  } finally {
    await shop.stop();
  }
}
