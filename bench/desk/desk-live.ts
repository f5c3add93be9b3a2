import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/connect.server.ts';
import { watchResident } from '../memory.ts';
import { type Form, orderForms } from '../orders/forms.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { median, spread } from '../results/statistics.ts';
import type { Server } from '../servers.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, startDeskOn, startWithoutDesk } from './running-desk.ts';
import { openScreens, type ScreenTimes } from './screens.ts';

const screens = 20;
const minuteSeconds = 60;
const orderEveryMs = 200;
/** Duration at the end of a run over which the median of resident memory is taken. */
const memorySeconds = 20;

/**
 * Measures how soon 20 screens that show Today follow 5 orders a second for a minute. Compares the time of an order and resident
 * memory with a shop without a desk that gets the same orders.
 */
export const deskLive: Section = () =>
  onTemporaryDatabase(async (_url, createDatabase) => {
    const filled = await createDatabase('filled');
    await fillWithOrders(filled);
    const forms = await orderForms(filled, (minuteSeconds * 1_000) / orderEveryMs);
    const without = await ordersWithoutDesk(await createDatabase('without_desk', 'filled'), forms);
    return ordersBesideScreens(await createDatabase('with_desk', 'filled'), forms, without);
  });

async function ordersWithoutDesk(url: string, forms: Form[]) {
  await using shop = await startWithoutDesk(url);
  return await placeSteadily(shop, forms);
}

async function ordersBesideScreens(url: string, forms: Form[], without: Steady): Promise<Figure[]> {
  const desk = await startDeskOn(url);
  const open = await openScreens(desk, screens);
  const { sentAt, orderMs, megabytes } = await placeSteadily(desk.shop, forms);
  await wait(settleMs);
  await open.settled();
  if (open.failed > 0) throw new Error(`${open.failed} readings of Today failed`);
  const orders = await idsOf(url, sentAt);
  const stopping = performance.now();
  const stopped = desk.shop.stop();
  await open.ended;
  const drainMs = performance.now() - stopping;
  await stopped;
  const heard = delays(open.screens, orders, ({ heard }) => heard);
  const shown = delays(open.screens, orders, ({ shown }) => shown);
  const load = `${screens} screens, 5 orders a second`;
  return [
    delayFigure('heard', `${load}: longest time from an order until the desk announced it to a screen`, heard),
    delayFigure('shown', `${load}: longest time from an order until Today was read again`, shown),
    {
      id: 'desk-live/order',
      what: `${load}: median time of an order, in % of that without a desk`,
      measured: rounded((median(orderMs) / median(without.orderMs)) * 100, 1),
      unit: '%',
      target: { atMost: 105 },
      beside: { 'ms with': rounded(median(orderMs), 1), without: rounded(median(without.orderMs), 1) },
    },
    {
      id: 'desk-live/missed',
      what: `${load}: orders that were not announced or not shown`,
      measured: heard.missed + shown.missed,
      unit: 'orders',
      target: { atMost: 0 },
      beside: { 'readings of Today': open.reads.length, 'p95 ms': spread(open.reads).p95 },
    },
    {
      id: 'desk-live/drain',
      what: `time from SIGTERM until the streams of ${screens} screens ended`,
      measured: rounded(drainMs, 0),
      unit: 'ms',
      target: { atMost: 1_000 },
    },
    {
      id: 'desk-live/memory',
      what: `${load}: resident memory above that of a shop without a desk`,
      measured: rounded(megabytes - without.megabytes, 1),
      unit: 'MB',
      target: { atMost: 40 },
      beside: { 'MB with the desk': rounded(megabytes, 1), without: rounded(without.megabytes, 1) },
    },
  ];
}

/** Wait after the last order, longer than the desk takes to announce a change and a screen to read it. */
const settleMs = 2_000;

type Steady = Awaited<ReturnType<typeof placeSteadily>>;

/**
 * Places the orders at a fixed rate (open loop). `sentAt`: when each order was sent, by number. `orderMs`: the time until each
 * answer. `megabytes`: resident memory of the shop.
 */
async function placeSteadily({ address, pid }: Server, forms: readonly Form[]) {
  const memory = watchResident(pid);
  const sentAt = new Map<string, number>();
  const orderMs: number[] = [];
  const place = async (form: Form) => {
    const began = performance.now();
    const answer = await fetch(`${address}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(form),
    });
    const { order, code } = (await answer.json()) as { order?: { number: string }; code?: string };
    if (!order) throw new Error(`an order was refused: ${code}`);
    orderMs.push(performance.now() - began);
    sentAt.set(order.number, began);
  };
  try {
    const placed: Promise<void>[] = [];
    const began = performance.now();
    for (const [turn, form] of forms.entries()) {
      await wait(Math.max(0, began + turn * orderEveryMs - performance.now()));
      placed.push(place(form));
    }
    await Promise.all(placed);
    return { sentAt, orderMs, megabytes: memory.recent(memorySeconds) };
  } finally {
    memory.stop();
  }
}

/** Returns the time at which each order was sent, by the order's id. */
async function idsOf(url: string, sentAt: Map<string, number>): Promise<Map<number, number>> {
  await using db = openDatabase(url);
  const { rows } = await db.pool.query<{ id: number; number: string }>(
    'select id, number from orders where number = any($1)',
    [[...sentAt.keys()]],
  );
  return new Map(rows.map(({ id, number }) => [id, sentAt.get(number) ?? Number.NaN]));
}

type Delays = { ms: number[]; missed: number };

/** Milliseconds from sending an order to the event on a screen, for each order and screen. `missed`: number of events that did not happen. */
function delays(
  screens: readonly ScreenTimes[],
  orders: ReadonlyMap<number, number>,
  timesOf: (screen: ScreenTimes) => ReadonlyMap<number, number>,
): Delays {
  const ms: number[] = [];
  let missed = 0;
  for (const screen of screens)
    for (const [id, sentAt] of orders) {
      const at = timesOf(screen).get(id);
      if (at === undefined) missed += 1;
      else ms.push(at - sentAt);
    }
  return { ms, missed };
}

function delayFigure(id: string, what: string, { ms }: Delays): Figure {
  const { median, p95, max } = spread(ms);
  return {
    id: `desk-live/${id}`,
    what,
    measured: rounded(max, 0),
    unit: 'ms',
    target: { atMost: 1_000 },
    beside: { 'median ms': rounded(median, 0), 'p95 ms': rounded(p95, 0) },
  };
}
