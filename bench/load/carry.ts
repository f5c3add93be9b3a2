import { openDatabase } from '../../src/database/connect.server.ts';
import { fillWithTires } from '../filled-database.ts';
import { whatStands } from '../orders/stands.ts';
import { inOwnProcess } from '../own-process.ts';
import { startShopOn } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import type { Offered, OfferJob, Stream } from './offer.ts';
import type { Wanted } from './requests.ts';

const tires = 20_000;

/** Tires of which there are always enough, and one of which there are 25 sets. */
const plenty = 100_000;
const scarce = 101;
/** Every so many orders one is for that. */
const scarceEvery = 50;

/** Offers streams of requests to the shop for some seconds, from a process of its own; what came of each, in their order. */
export type Offer = (seconds: number, ...streams: Stream[]) => Promise<Offered[]>;

export type Carried<T> = { result: T; lost: number; oversold: number };

/** The built shop with a larger trade's catalogue; in the end, whether every order stands that anybody was told of. */
export async function onShopToCarry<T>(work: (offer: Offer, address: string) => Promise<T>): Promise<Carried<T>> {
  const done: Carried<T>[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, tires);
    const db = openDatabase(url);
    const wanted = await stocked(db.pool);
    const shop = await startShopOn(url, { HOST: '127.0.0.1' });
    const told: string[] = [];
    try {
      const offer: Offer = async (seconds, ...streams) => {
        const job = { address: shop.address, streams, seconds, tires: wanted };
        const offered = await inOwnProcess<OfferJob, Offered[]>('load/offering.ts', job);
        told.push(...offered.flatMap(({ orders }) => orders));
        return offered;
      };
      const result = await work(offer, shop.address);
      const { lost, oversold } = await whatStands(db, told);
      done.push({ result, lost, oversold });
    } finally {
      await shop.stop();
      await db.close();
    }
  });
  const [carried] = done;
  if (!carried) throw new Error('nothing was carried');
  return carried;
}

/** Makes most tires plentiful and one scarce; what is to be ordered, in turn. */
export async function stocked(pool: ReturnType<typeof openDatabase>['pool']): Promise<Wanted[]> {
  const { rows } = await pool.query<Wanted>(`
    select t.id, t.price_cents / 100.0::float8 as price from tires t
    where t.on_sale and (select count(*) from stock s where s.tire_id = t.id) = 1 order by t.id limit 2000`);
  const [rare] = rows;
  if (!rare) throw new Error('a list without tires');
  await pool.query('update stock set on_hand = case when tire_id = $1 then $2::int else $3::int end', [
    rare.id,
    scarce,
    plenty,
  ]);
  await pool.query('vacuum analyze');
  const others = rows.slice(1);
  return others.flatMap((tire, at) => (at % scarceEvery === 0 ? [rare, tire] : [tire]));
}
