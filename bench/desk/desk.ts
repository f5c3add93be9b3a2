import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import type { Found } from '../../src/shop/desk/search.ts';
import type { Today } from '../../src/shop/desk/today.ts';
import { dueOrders } from '../../src/shop/order/find/list-orders.server.ts';
import type { Figure, Section } from '../results/figure.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, type RunningDesk, readScreen, startDeskOn, timeOf } from './running-desk.ts';
import { seededOrder, seededOrders, seededToday } from './seed-orders.ts';

const warmUp = 10;
const rounds = 100;

/** Measures requests for Today and Search, as screens send them, with 50,000 orders of three years, of which 600 are open. */
export const desk: Section = () =>
  onTemporaryDatabase(async (url) => {
    await fillWithOrders(url);
    await using db = openDatabase(url);
    const due = (round: number) => dueOrders(db.kysely, { dueBy: seededToday, branch: branchOf(round) });
    const listed = await timed('orders list --due', async (round) => (await due(round)).length, searchTarget);
    const texts = await searchedTexts(db);
    await using running = await startDeskOn(url);
    return [listed, ...(await timedScreens(running, texts))];
  });

const searchTarget = { atMost: 50 };
const todayTarget = { atMost: 30 };

const branchOf = (round: number) => (round % 2 ? 'ringtee' : 'annelinn');

async function timedScreens(running: RunningDesk, texts: Record<string, (round: number) => string>): Promise<Figure[]> {
  const today = async (round: number) => {
    const { toDo } = await readScreen<Today>(running, `/api/today?branch=${branchOf(round)}`);
    return toDo.total;
  };
  const figures = [await timed('Today', today, todayTarget)];
  const search = async (text: string) => {
    const { orders, tires, purchases } = await readScreen<Found>(
      running,
      `/api/search?${new URLSearchParams({ text })}`,
    );
    return orders.length + tires.length + purchases.length;
  };
  for (const [by, textOf] of Object.entries(texts))
    figures.push(await timed(`Search by ${by}`, (round) => search(textOf(round)), searchTarget));
  const mixed = Object.values(texts);
  const textOf = (round: number) => mixed[round % mixed.length]?.(round) ?? '';
  figures.push(await timed('Search, mixed', (round) => search(textOf(round)), searchTarget));
  return figures;
}

/** Step between the orders that are searched for: a prime, so that each round searches for another one. */
const orderStep = 7_919;

async function searchedTexts({ pool }: Database): Promise<Record<string, (round: number) => string>> {
  const { rows } = await pool.query<{ ean: string; size: string; purchase: string }>(`
    select t.ean, concat_ws(' ', t.tread_width, nullif(t.profile, 0), t.diameter::float8) as size, p.number as purchase
    from (select *, row_number() over (order by hashtext(id)) as n from tires where ean is not null and profile > 0) t
    join (select number, row_number() over (order by hashtext(number)) as n from purchases) p using (n)
    order by n limit ${rounds}`);
  const order = (round: number) => seededOrder(1 + ((round * orderStep) % seededOrders));
  const row = (round: number) => rows[round % rows.length] ?? { ean: '', size: '', purchase: '' };
  return {
    number: (round) => order(round).number.toLowerCase(),
    plate: (round) => order(round).plate.replace(' ', '-'),
    phone: (round) => order(round).phone,
    name: (round) => order(round).lastName.toLowerCase(),
    'a frequent name': () => 'mari',
    'e-mail': (round) => order(round).email,
    reference: (round) => order(round).reference,
    size: (round) => row(round).size,
    barcode: (round) => row(round).ean,
    purchase: (round) => row(round).purchase,
  };
}

async function timed(
  name: string,
  find: (round: number) => Promise<number>,
  target: { atMost: number },
): Promise<Figure> {
  const what = `${name}, ${seededOrders.toLocaleString('en')} orders: p95`;
  return { id: `desk/${name}`, what, ...(await timeOf(name, find, { rounds, warmUp })), target };
}
