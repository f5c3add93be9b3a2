import shopConfigFile from '../../shop.config.ts';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { readShopConfig } from '../../src/shop/config/shop-config.ts';
import { readLate } from '../../src/shop/desk/figures/late.server.ts';
import { marginBy, refreshClosedSales, salesBy } from '../../src/shop/desk/figures/sales.server.ts';
import { stockValue } from '../../src/shop/desk/figures/stock-value.server.ts';
import { addVisits, visitsBetween } from '../../src/shop/desk/figures/visits.server.ts';
import type { Figure, Section } from '../results/figure.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, readScreen, startDeskOn, timeOf } from './running-desk.ts';
import { seededOrders, seededSince, seededToday } from './seed-orders.ts';

const rounds = 40;
const target = { atMost: 100 };

/** Measures the owner's figures over three years of 50,000 orders: each query alone, and the request for the whole screen. */
export const figures: Section = () =>
  onTemporaryDatabase(async (url) => {
    await fillWithOrders(url);
    await using db = openDatabase(url);
    await refreshClosedSales(db.kysely);
    await addVisits(db.kysely, seededVisits());
    await db.pool.query('vacuum analyze');
    const measured: Figure[] = [];
    for (const [name, read] of Object.entries(queries)) measured.push(await timed(name, () => read(db.kysely), target));
    await using desk = await startDeskOn(url);
    const screen = () =>
      readScreen<{ visits: { days: unknown[] } }>(desk, `/api/figures?${new URLSearchParams(period)}`);
    return [...measured, await timed('the whole screen over HTTP', async () => (await screen()).visits.days.length)];
  });

const period = { from: seededSince, to: seededToday };
const shopConfig = readShopConfig(shopConfigFile, 'shop.config.ts');
const now = new Date(`${seededToday}T09:00:00Z`);
const owner = { maySeeMargin: true };

type Read = (db: Database['kysely']) => Promise<number>;

/** Each query returns the number of rows that it has read. */
const queries: Record<string, Read> = {
  'sales by day': async (db) => (await salesBy(db, 'day', period)).length,
  'sales by branch': async (db) => (await salesBy(db, 'branch', period)).length,
  'sales by brand': async (db) => (await salesBy(db, 'brand', period)).length,
  'sales by size': async (db) => (await salesBy(db, 'size', period)).length,
  'margin by branch': async (db) => (await marginBy(db, 'branch', period, owner))?.length ?? 0,
  'margin by brand': async (db) => (await marginBy(db, 'brand', period, owner))?.length ?? 0,
  'margin by size': async (db) => (await marginBy(db, 'size', period, owner))?.length ?? 0,
  'value of the stock': async (db) => (await stockValue(db, { vatPercent: 24 })).length,
  'what is late': async (db) => (await readLate(db, { shopConfig, now })).orders.length,
  visits: async (db) => (await visitsBetween(db, period)).days.length,
};

/** Three years with 12 pages and 6 referrers each day. */
function seededVisits() {
  return Array.from({ length: 3 * 365 * 12 * 6 }, (_, n) => ({
    day: new Date(now.getTime() - (n % (3 * 365)) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
    page: `page${Math.floor(n / 1095) % 12}`,
    referrer: `site${Math.floor(n / 1095 / 12)}.example`,
    views: 1 + (n % 9),
  }));
}

async function timed(name: string, read: () => Promise<number>, target?: { atMost: number }): Promise<Figure> {
  const what = `${name}, ${seededOrders.toLocaleString('en')} orders of three years: p95`;
  return { id: `figures/${name}`, what, ...(await timeOf(name, read, { rounds })), ...(target && { target }) };
}
