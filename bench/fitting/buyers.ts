import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import shopConfig from '../../shop.config.ts';
import { type Database, openDatabase } from '../../src/database/connect.server.ts';
import { addDays, type Day, hoursOf, instantAt, isWorkingDay } from '../../src/shop/calendar.ts';
import { toEuros } from '../../src/shop/money.ts';
import { form, items } from '../../test/support/orders/order-form.ts';
import type { BuyersJob, BuyersResult } from '../orders/buyers.ts';
import { checkOrders } from '../orders/check-orders.ts';
import { runInChild } from '../own-process.ts';
import { type Figure, rounded } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { type Server, startShopOn } from '../servers.ts';
import { firstDay } from './bookings.ts';

const attempts = 200;
/** The start times that `leaveSlots` leaves free. */
const startTimes = ['10:00', '10:30', '11:00', '11:30', '12:00'];
const onlineBays = 2;
const lastSlots = startTimes.length * onlineBays;

/** A working day on which orders that are paid at the branch can be fitted. */
function fittingDay(): Day {
  const hours = hoursOf(shopConfig, 'ringtee');
  let day = addDays(firstDay, 7);
  while (!isWorkingDay(day, hours)) day = addDays(day, 1);
  return day;
}

type FittedTire = { id: string; price: number };

/** Returns tires for cars whose fitting takes half an hour for four, and stocks enough of them at Ringtee. */
export async function fittedTires({ pool }: Pick<Database, 'pool'>): Promise<FittedTire[]> {
  const { rows } = await pool.query<FittedTire>(`
    with fitted as (select id, price_cents from tires where on_sale and diameter <= 16 and vehicle = 'car' and not competition
      and not marks && '{C,RF}'::text[] order by id limit 50),
    stocked as (insert into stock (tire_id, place, on_hand) select id, 'ringtee', 1000 from fitted
      on conflict (tire_id, place) do update set on_hand = 1000)
    select id, price_cents as price from fitted`);
  if (rows.length === 0) throw new Error('the catalogue has no tires that take half an hour');
  return rows;
}

const formOf = ({ id, price }: FittedTire, day: Day, time: string) => ({
  ...form({ fulfilment: 'fitting', items: items([id, 4, toEuros(price)]) }),
  fitting: { at: instantAt(day, time).toISOString(), vehicle: 'car' },
});

/** Blocks the whole day except the slots at `startTimes`. */
async function leaveSlots({ pool }: Pick<Database, 'pool'>, day: Day): Promise<void> {
  for (const [from, to] of [
    ['09:00', '10:00'],
    ['12:30', '18:00'],
  ] as const)
    await pool.query(
      `insert into fitting_blocks (branch, starts_at, ends_at, opens, made_by, made_at) values ('ringtee', $1, $2, false, 'staff:kati', now())`,
      [instantAt(day, from), instantAt(day, to)],
    );
}

/** Lets 200 buyers order at once for the last ten slots of a day: five start times in two bays. */
export async function rushForLastSlots(url: string): Promise<Figure[]> {
  await using db = openDatabase(url);
  const day = fittingDay();
  const tires = await fittedTires(db);
  await leaveSlots(db, day);
  const forms = Array.from({ length: attempts }, (_, n) =>
    formOf(tires[n % tires.length] as FittedTire, day, startTimes[n % startTimes.length] ?? ''),
  );
  await using shop = await startShopOn(url, { TRUST_PROXY: 'loopback' });
  const concurrency = { clients: attempts, warmUp: 0, seconds: 60 };
  const job = { address: shop.address, forms, concurrency };
  const { numbers, refused, rate } = await runInChild<BuyersJob, BuyersResult>('orders/buyers.ts', job);
  const { lost, oversold } = await checkOrders(db, numbers);
  const what = `${attempts} buyers at once for the last ${lastSlots} slots`;
  const failed = attempts - numbers.length - (refused['slot-taken'] ?? 0);
  return [
    {
      id: 'fitting/last times',
      what: `${what}: orders more or fewer than ${lastSlots}`,
      measured: Math.abs(numbers.length - lastSlots),
      unit: 'orders',
      target: { atMost: 0 },
      beside: { lost, oversold, ...refused },
    },
    {
      id: 'fitting/last times answered',
      what: `${what}: longest answer`,
      measured: rounded(rate.ms.max, 0),
      unit: 'ms',
      target: { atMost: 2_000 },
      beside: { 'median ms': rounded(rate.ms.median, 0), 'other answers': failed },
    },
  ];
}

const soldOutStarts = 16;
const pollMs = 10;

/** Measures how long another process still offers a start time after both bays are booked. */
export async function soldOutElsewhere(url: string): Promise<Figure> {
  const db = openDatabase(url);
  const [tire] = await fittedTires(db);
  await db.close();
  const day = fittingDay();
  await using seller = await startShopOn(url);
  await using other = await startShopOn(url);
  const ms: number[] = [];
  for (let sold = 0; sold < soldOutStarts; sold += 1) {
    const hour = String(9 + Math.floor(sold / 2)).padStart(2, '0');
    const wanted = formOf(tire as FittedTire, day, `${hour}:${sold % 2 ? '30' : '00'}`);
    for (let bay = 0; bay < onlineBays; bay += 1) await order(seller, wanted);
    const began = performance.now();
    const query = `branch=ringtee&items=${tire?.id}:4&from=${day}`;
    while (await isOffered(other, query, wanted.fitting.at)) await wait(pollMs);
    ms.push(performance.now() - began);
  }
  const { median, max } = spread(ms);
  return {
    id: 'fitting/elsewhere',
    what: `longest of ${soldOutStarts} times until another process no longer offers a sold-out start time`,
    measured: rounded(max, 0),
    unit: 'ms',
    target: { atMost: 2_000 },
    beside: { 'median ms': rounded(median, 0) },
  };
}

async function order({ address }: Server, body: ReturnType<typeof formOf>): Promise<void> {
  const answer = await fetch(`${address}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...body, customer: { ...body.customer, email: `${randomUUID()}@example.com` } }),
  });
  if (answer.status !== 201) throw new Error(`an order was refused: ${await answer.text()}`);
}

async function isOffered({ address }: Server, query: string, at: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/v1/fitting/slots?${query}`);
  const { days } = (await answer.json()) as { days: { starts: { at: string }[] }[] };
  return days.some(({ starts }) => starts.some((start) => start.at === at));
}
