import { join } from 'node:path';
import { openDatabase } from '../../src/database/connect.server.ts';
import { sessionCookie } from '../../src/desk/cookies.ts';
import { invitePerson } from '../../src/shop/staff/people.server.ts';
import { openSession } from '../../src/shop/staff/sessions.server.ts';
import { freePort } from '../../test/support/server/free-port.ts';
import { fillWithTires } from '../filled-database.ts';
import type { Figure } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { type Server, startShopOn } from '../servers.ts';
import { seedOrders } from './seed-orders.ts';

/** Free pieces of each tire at each stock location that has it, in addition to the pieces of orders. */
const freePieces = 1_000;

/** Fills a migrated database with tires, as many as the demonstration price list has, and 50,000 orders of three years. */
export async function fillWithOrders(url: string, tires = 6_600): Promise<void> {
  await fillWithTires(url, tires);
  await using db = openDatabase(url);
  await seedOrders(db);
  await db.pool.query('update stock set on_hand = on_hand + $1', [freePieces]);
  await db.pool.query('vacuum analyze stock');
}

export type RunningDesk = AsyncDisposable & {
  shop: Server;
  /** The desk's URL; that of the shop is `shop.address`. */
  address: string;
  /** The session of an owner. */
  session: { name: string; value: string };
};

/** Starts the built shop with its desk on a database, and opens a session of an owner. */
export async function startDeskOn(url: string, env: Record<string, string> = {}): Promise<RunningDesk> {
  const port = await freePort();
  const value = await signedInOwner(url);
  const shop = await startShopOn(url, { ...env, DESK_PORT: String(port) });
  return {
    shop,
    address: `http://localhost:${port}`,
    session: { name: sessionCookie, value },
    [Symbol.asyncDispose]: shop.stop,
  };
}

/** Starts the built shop without its desk, on a database whose triggers announce nothing any more. */
export async function startWithoutDesk(url: string, env: Record<string, string> = {}): Promise<Server> {
  const db = openDatabase(url);
  await db.pool.query('drop function notify_desk cascade').finally(db.close);
  const port = await freePort();
  const hook = join(import.meta.dirname, 'without-desk.ts');
  const shop = await startShopOn(url, { ...env, DESK_PORT: String(port) }, ['--import', hook]);
  const answer = await fetch(`http://localhost:${port}`).catch(() => null);
  if (!answer) return shop;
  await shop.stop();
  throw new Error(`the desk was started although ${hook} replaces it`);
}

/** Opens a session without a passkey, and returns its secret. */
async function signedInOwner(url: string): Promise<string> {
  await using db = openDatabase(url);
  const now = new Date();
  const invited = await invitePerson(db.kysely, { name: 'Bench', role: 'owner' }, { at: now, actor: 'bench' });
  if (!invited.ok) throw new Error(invited.reason);
  return await openSession(db.kysely, { person: invited.person, stationId: null, byPin: false }, now);
}

/** Measures the times of `find`, which returns the number of results. Throws when there is none. */
export async function timeOf(
  name: string,
  find: (round: number) => Promise<number>,
  { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
): Promise<Pick<Figure, 'measured' | 'unit' | 'beside'>> {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const started = performance.now();
    const results = await find(Math.abs(round));
    if (round >= 0) times.push(performance.now() - started);
    if (results === 0) throw new Error(`${name} found nothing in round ${round}`);
  }
  const { median, p95, max } = spread(times);
  return { measured: p95, unit: 'ms', beside: { 'median ms': median, 'max ms': max } };
}

/** Reads what a screen shows. */
export async function readScreen<T>({ address, session }: RunningDesk, path: string): Promise<T> {
  const response = await fetch(`${address}${path}`, { headers: { cookie: `${session.name}=${session.value}` } });
  const body = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body as T;
}
