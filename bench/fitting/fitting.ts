import { openDatabase } from '../../src/database/connect.server.ts';
import { instantAt } from '../../src/shop/calendar.ts';
import { openFittingStore } from '../../src/shop/fitting/bookings/follow-bookings.server.ts';
import { fittingDays } from '../../src/shop/fitting/slots.ts';
import { fillWithTires } from '../filled-database.ts';
import { measure } from '../measure.ts';
import { prepareForOrders } from '../orders/forms.ts';
import { type Figure, rounded, type Section } from '../results/figure.ts';
import { spread } from '../results/statistics.ts';
import { startShopOn } from '../servers.ts';
import { compareWithFloor } from '../speed/compare-with-floor.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { bookedDays, busyShop, daysOfBranch, fillWithBookings, firstDay } from './bookings.ts';
import { fittedTires, rushForLastSlots, soldOutElsewhere } from './buyers.ts';

const tires = 2_000;
const rounds = 2_000;

/** Measures free slots for fitting: from memory, over HTTP, and read again from the database; then 200 buyers order the last ones at once. */
export const fitting: Section = ({ seconds }) =>
  onTemporaryDatabase(async (_url, createDatabase) => {
    const measured = await inMemory(await createDatabase('busy'));
    const filled = await createDatabase('filled');
    await fillWithTires(filled, tires);
    await prepareForOrders(filled);
    return [
      ...measured,
      ...(await overHttp(await createDatabase('slots', 'filled'), seconds)),
      ...(await rushForLastSlots(await createDatabase('last', 'filled'))),
      await soldOutElsewhere(await createDatabase('elsewhere', 'filled')),
    ];
  });

/** Two branches with three bays each, and about 5,000 bookings in 60 days. */
async function inMemory(url: string): Promise<Figure[]> {
  const bookings = await fillWithBookings(url, bookedDays(busyShop));
  await using db = openDatabase(url);
  const now = instantAt(firstDay, '06:00');
  const store = openFittingStore(db, busyShop, () => now);
  const allMs = await timesOf(() => store.load(['all']), rounds / 20);
  const dayMs = await timesOf(
    (round) => store.load([`ringtee ${daysOfBranch[round % daysOfBranch.length]}`]),
    rounds / 4,
  );
  const job = {
    work: { vehicle: 'car', rim: 16 },
    minutes: 30,
    bookedVia: 'online',
    from: 0,
    until: Number.MAX_VALUE,
  } as const;
  let starts = 0;
  const memoryMs = await timesOf(() => {
    starts = 0;
    for (const { id } of busyShop.branches)
      for (const day of fittingDays(store.plansOf(id), job, now)) starts += day.starts.length;
  }, rounds);
  const beside = (ms: number[]) => ({ 'median ms': spread(ms).median, 'p99 ms': spread(ms).p99 });
  const load = `60 days, 2 branches with 3 bays, ${bookings} bookings`;
  return [
    {
      id: 'fitting/memory',
      what: `free starts from memory, ${load}, p99`,
      measured: spread(memoryMs).p99,
      unit: 'ms',
      target: { atMost: 1 },
      beside: { 'median ms': spread(memoryMs).median, starts },
    },
    {
      id: 'fitting/read all',
      what: `reading all days again, ${load}, median`,
      measured: spread(allMs).median,
      unit: 'ms',
      target: { atMost: 20 },
      beside: beside(allMs),
    },
    {
      id: 'fitting/read day',
      what: `reading a day of a branch again, ${load}, median`,
      measured: spread(dayMs).median,
      unit: 'ms',
      beside: beside(dayMs),
    },
  ];
}

async function timesOf(work: (round: number) => unknown, count: number): Promise<number[]> {
  const times: number[] = [];
  const warmUp = Math.ceil(count / 10);
  for (let round = -warmUp; round < count; round += 1) {
    const started = performance.now();
    await work(Math.max(round, 0));
    if (round >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** `GET /v1/fitting/slots` of a week of Ringtee. */
async function overHttp(url: string, seconds: number): Promise<Figure[]> {
  const db = openDatabase(url);
  const [tire] = await fittedTires(db);
  await db.close();
  await using shop = await startShopOn(url);
  const path = `/api/v1/fitting/slots?branch=ringtee&items=${tire?.id}:4`;
  const what = 'GET /v1/fitting/slots, a week';
  const { ms, requestsPerSecond } = await measure(shop.address + path, { seconds, connections: 1 });
  return [
    {
      id: 'fitting/slots p99',
      what: `${what}, one client, p99`,
      measured: rounded(ms.p99, 3),
      unit: 'ms',
      target: { atMost: 5 },
      beside: { 'median ms': ms.median, 'a second': requestsPerSecond },
    },
    await compareWithFloor(shop, { id: 'fitting/slots', what, path, seconds, atLeast: 50 }),
  ];
}
