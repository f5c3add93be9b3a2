import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { dueOrders, listOrders } from '../../src/shop/order/list-orders.server.ts';
import { fillWithTires } from '../filled-database.ts';
import type { Figure, Section } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { seededOrder, seededOrders, seededToday, seedOrders } from './seed-orders.ts';

const rounds = 100;
const target = { atMost: 50 };

/** The lists and searches that employees use most, at 50,000 orders of three years, of which 600 are open. */
export const desk: Section = async () => {
  const figures: Figure[] = [];
  await onTemporaryDatabase(async (url) => {
    await fillWithTires(url, 1_000);
    const db = openDatabase(url);
    try {
      await seedOrders(db);
      for (const [name, query] of Object.entries(queries)) figures.push(await timed(db, name, query));
    } finally {
      await db.close();
    }
  });
  return figures;
};

type Query = (db: Database['kysely'], round: number) => Promise<{ length: number }>;

/** Step between the orders that are searched for: a prime, so that each round searches for another one. */
const orderStep = 7_919;

const search =
  (textOf: (order: ReturnType<typeof seededOrder>) => string): Query =>
  (db, round) =>
    listOrders(db, { search: textOf(seededOrder(1 + ((round * orderStep) % seededOrders))) }, 51);

const queries: Record<string, Query> = {
  'orders list --due': (db, round) => dueOrders(db, { dueBy: seededToday, branch: round % 2 ? 'ringtee' : 'annelinn' }),
  'search by plate': search(({ plate }) => plate.replace(' ', '-')),
  'search by phone': search(({ phone }) => phone),
  'search by name': search(({ lastName }) => lastName.toLowerCase()),
  'search by a frequent name': search(() => 'mari'),
  'search by reference': search(({ reference }) => reference),
  'search by number': search(({ number }) => number.toLowerCase()),
};

async function timed({ kysely }: Database, name: string, query: Query): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const found = await query(kysely, round);
    times.push(performance.now() - started);
    if (found.length === 0) throw new Error(`${name} found nothing in round ${round}`);
  }
  const { median, p95, max } = spread(times);
  const what = `${name}, ${seededOrders.toLocaleString('en')} orders: p95`;
  return {
    id: `desk/${name}`,
    what,
    measured: p95,
    unit: 'ms',
    target,
    beside: { 'median ms': median, 'max ms': max },
  };
}
