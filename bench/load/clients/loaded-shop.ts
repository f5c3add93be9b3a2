import { openDatabase } from '../../../src/database/connect.server.ts';
import { fillWithTires } from '../../filled-database.ts';
import { checkOrders } from '../../orders/check-orders.ts';
import { runInChild } from '../../own-process.ts';
import { startShopOn } from '../../servers.ts';
import { onTemporaryDatabase } from '../../temporary-database.ts';
import type { OrderedTire } from './requests.ts';
import type { LoadJob, Stream, StreamResult } from './send-load.ts';

const tires = 20_000;

const plentifulStock = 100_000;
/** Enough for 25 orders of four, and one more piece, which no order can take. */
const scarceStock = 101;
/** After this many orders for other tires, one order is for the scarce tire. */
const scarceEvery = 50;

/** Sends streams of requests to the shop from a child process; returns the results in the order of the streams. */
export type SendLoad = (seconds: number, ...streams: Stream[]) => Promise<StreamResult[]>;

export type LoadOutcome<T> = { result: T; lost: number; oversold: number };

/** Runs `work` on the built shop with 20,000 tires, then counts confirmed orders that are lost and pieces oversold. */
export async function onLoadedShop<T>(
  work: (sendLoad: SendLoad, address: string) => Promise<T>,
): Promise<LoadOutcome<T>> {
  return onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    await using db = openDatabase(url);
    const tiresToOrder = await prepareStock(db.pool);
    await using shop = await startShopOn(url, { HOST: '127.0.0.1' });
    const confirmed: string[] = [];
    const sendLoad: SendLoad = async (seconds, ...streams) => {
      const job = { address: shop.address, streams, seconds, tires: tiresToOrder };
      const results = await runInChild<LoadJob, StreamResult[]>('load/clients/send-load.ts', job);
      confirmed.push(...results.flatMap(({ orders }) => orders));
      return results;
    };
    const result = await work(sendLoad, shop.address);
    const { lost, oversold } = await checkOrders(db, confirmed);
    return { result, lost, oversold };
  });
}

/** Makes one tire scarce and the others plentiful; returns the tires to order, in turn. */
export async function prepareStock(pool: ReturnType<typeof openDatabase>['pool']): Promise<OrderedTire[]> {
  const { rows } = await pool.query<OrderedTire>(`
    select t.id, t.price_cents / 100.0::float8 as price from tires t
    where t.on_sale and (select count(*) from stock s where s.tire_id = t.id) = 1 order by t.id limit 2000`);
  const [scarceTire] = rows;
  if (!scarceTire) throw new Error('the catalogue has no tires');
  await pool.query('update stock set on_hand = case when tire_id = $1 then $2::int else $3::int end', [
    scarceTire.id,
    scarceStock,
    plentifulStock,
  ]);
  await pool.query('vacuum analyze');
  const others = rows.slice(1);
  return others.flatMap((tire, at) => (at % scarceEvery === 0 ? [scarceTire, tire] : [tire]));
}
