import { expect, test } from 'vitest';
import { readDayList } from '../../../../src/desk/print/read/lists.server.ts';
import { readShelfLabels, readWorkOrder } from '../../../../src/desk/print/read/order-papers.server.ts';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { fittingsOf } from '../../../support/desk/fittings.ts';
import { items } from '../../../support/orders/order-form.ts';
import { testShopContext } from '../../../support/shop-context.ts';

const desk = deskOfOrders();

type Times = {
  work: object | null;
  tiresOn: string | null;
  nextDay: string | null;
  days: { day: string; state: string; starts: { at: string; time: string }[] }[];
};

const timesOf = async (session: Awaited<ReturnType<typeof desk.sessionOf>>, number: string, query = '') =>
  (await session.get(`/api/orders/${number}/fitting?${query}`)).body as Times;

test('the desk books, moves and frees the appointment of an order, in the bay that buyers cannot book', async () => {
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '123 ABC' });
  const kati = await desk.enrol('worker', 'kati');
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({ fulfilment: 'fitting', fitting: null });
  const times = await timesOf(kati, number);
  expect(times).toMatchObject({ work: { minutes: 30, priceCents: 6_000, vehicle: 'car' }, tiresOn: null });
  // It is 12:00 on Friday: the desk needs no notice.
  expect(times.days[0]?.day).toBe('2026-11-20');
  expect(times.days[0]?.starts.slice(0, 2)).toMatchObject([{ time: '12:00' }, { time: '12:15' }]);
  expect(times.days[1]).toMatchObject({ day: '2026-11-21', state: 'open' });
  const [first, second] = times.days[0]?.starts ?? [];

  const fields = { number, at: first?.at, vehicle: 'car', storage: true };
  expect((await kati.act('book-order-fitting', fields)).body).toMatchObject({ ok: true, at: first?.at, bay: 3 });
  const booked = (await kati.get(`/api/orders/${number}`)).body;
  expect(booked.fitting).toMatchObject({ at: first?.at, bay: 3, state: 'booked', storage: true, priceCents: 6_000 });
  expect(booked.history).toContainEqual(
    expect.objectContaining({ type: 'fitting-booked', actor: 'staff:kati', data: { at: first?.at } }),
  );
  const moved = await kati.act('book-order-fitting', { ...fields, at: second?.at, vehicle: 'suv' });
  expect(moved.status, moved.text).toBe(200);
  expect((await kati.get(`/api/orders/${number}`)).body.fitting).toMatchObject({
    at: second?.at,
    minutes: 45,
    vehicle: 'suv',
    storage: true,
  });
  expect((await kati.act('free-order-fitting', { number })).status).toBe(200);
  expect((await kati.get(`/api/orders/${number}`)).body.fitting).toMatchObject({
    state: 'freed',
    freedBecause: 'desk',
  });
  expect(await desk.acted()).toContainEqual({
    act: 'free-order-fitting',
    actor: 'staff:kati',
    subject: `order ${number}`,
    outcome: 'done',
  });
});

test('a taken time is refused with the nearest free ones; a request from an outdated screen is refused', async () => {
  const numbers = [];
  for (let n = 0; n < 4; n += 1)
    numbers.push(await desk.shop.order({ fulfilment: 'fitting', items: items(['tire', 4]), branch: 'annelinn' }));
  const [first = '', second = '', third = ''] = numbers;
  const kati = await desk.sessionOf('worker');
  const { version } = (await kati.get(`/api/orders/${third}`)).body;
  const at = '2026-11-23T08:00:00.000Z';
  for (const number of [first, second])
    expect((await kati.act('book-order-fitting', { number, at, vehicle: 'car' })).status).toBe(200);
  const taken = await kati.act('book-order-fitting', { number: third, at, vehicle: 'car' });
  expect(taken).toMatchObject({ status: 409, body: { code: 'slot-taken' } });
  expect(taken.body.starts).toHaveLength(3);
  expect((await kati.get(`/api/orders/${third}`)).body.fitting).toBeNull();
  const [nearest] = taken.body.starts as string[];
  expect((await kati.act('book-order-fitting', { number: third, at: nearest, vehicle: 'car' })).status).toBe(200);
  const old = await kati.act('free-order-fitting', { number: third, seen: version });
  expect(old).toMatchObject({ status: 409, body: { code: 'changed', lastChange: { type: 'fitting-booked' } } });
});

test('the calendar offers to move an order’s appointment only to starts that the order may have', async () => {
  const { book, fittingOrder, seen } = fittingsOf(desk);
  const { id } = await fittingOrder();
  const kati = await desk.sessionOf('worker');
  const startsFrom = async (bookingId: unknown, day: string) => {
    const { days, nextDay } = (await kati.get(`/api/calendar/starts/${bookingId}?from=${day}`)).body as Times;
    return { nextDay, starts: days.flatMap(({ starts }) => starts) };
  };
  // The order is promised for 2026-11-20 and paid at the branch, so its last day is 14 days later.
  const { starts, nextDay } = await startsFrom(id, '2026-12-01');
  const lastStart = starts.at(-1)?.at;
  expect({ lastDay: lastStart?.slice(0, 10), nextDay }).toEqual({ lastDay: '2026-12-04', nextDay: null });
  expect((await kati.act('move-fitting', { ...(await seen(id)), at: lastStart })).status).toBe(200);
  const walkIn = (await book(kati)).body.id;
  expect(await startsFrom(walkIn, '2026-12-01')).toMatchObject({ nextDay: '2026-12-08' });
});

test('names the day on which the tires are expected, and offers no time for work that no bay can do', async () => {
  await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: 8 } }]);
  const remote = await desk.shop.order({ fulfilment: 'fitting', items: items(['remote', 4]) });
  const eight = await desk.shop.order({ fulfilment: 'fitting', items: items(['tire', 8]) });
  const kati = await desk.sessionOf('worker');
  expect((await timesOf(kati, remote)).tiresOn).toMatch(/^2026-11-2\d$/);
  expect(await timesOf(kati, eight)).toMatchObject({ work: null, days: [] });
  const answer = await kati.act('book-order-fitting', {
    number: eight,
    at: '2026-11-23T08:00:00.000Z',
    vehicle: 'car',
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'by-phone' } });
  const accountant = await desk.sessionOf('accountant');
  expect((await accountant.act('free-order-fitting', { number: remote })).status).toBe(403);
});

test('slots for a new order start now, or with bank transfer after the last day to pay; unknown tires have none', async () => {
  const kati = await desk.sessionOf('worker');
  const times = async (changes: Record<string, string> = {}) => {
    const query = { branch: 'ringtee', items: 'tire:4', vehicle: 'car', method: 'pay_at_branch', ...changes };
    return kati.get(`/api/fitting/times?${new URLSearchParams(query)}`);
  };
  const paidHere = (await times()).body as Times;
  expect(paidHere).toMatchObject({ work: { minutes: 30 }, tiresOn: null });
  expect(paidHere.days[0]?.starts[0]).toEqual({ at: '2026-11-20T10:00:00.000Z', time: '12:00' });
  const byTransfer = (await times({ method: 'bank_transfer' })).body as Times;
  expect(byTransfer.days[0]?.day).toBe('2026-11-25');
  expect(((await times({ from: '2026-12-01' })).body as Times).days[0]?.day).toBe('2026-12-01');
  expect((await times({ items: 'nothing:4' })).status).toBe(404);
  expect((await times({ items: 'tire' })).status).toBe(422);
});

test('papers and the screen Arriving show the appointment and the set to bring from the storage', async () => {
  const kati = await desk.sessionOf('worker');
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '123 ABC' });
  // Monday, the next working day.
  const at = '2026-11-23T09:00:00.000Z';
  await kati.act('book-order-fitting', { number, at, vehicle: 'car', storage: true });
  await kati.act('book-fitting', {
    ...{ branch: 'ringtee', at: '2026-11-24T09:00:00.000Z', vehicle: 'car', wheels: 4, rim: 17, storage: true },
    ...{ channel: 'phone', name: 'Jüri Tamm', plate: '456 DEF' },
  });
  const sets = async (session = kati) => (await session.get('/api/arriving?branch=ringtee')).body.fromStorage;
  expect(await sets()).toMatchObject([{ at, bay: 3, number, name: 'Mari Maasikas', plate: '123 ABC' }]);
  desk.clock.now = new Date('2026-11-23T06:00:00Z');
  expect(await sets(await desk.sessionOf('worker'))).toMatchObject([
    { number },
    { number: null, name: 'Jüri Tamm', plate: '456 DEF' },
  ]);

  const shop = testShopContext(desk.shop.db);
  expect(await readWorkOrder(shop, number)).toMatchObject({
    fitting: { day: '2026-11-23', time: '11:00', minutes: 30, bay: 3, priceCents: 6_000, storage: true },
  });
  expect(await readShelfLabels(shop, [number])).toMatchObject([{ fitting: { day: '2026-11-23', time: '11:00' } }]);
  // The order was promised for Friday, and is fitted on Monday.
  expect(await readDayList(shop, 'ringtee', '2026-11-23')).toMatchObject({
    orders: [{ number, fitting: { time: '11:00', bay: 3, storage: true } }],
    bookings: [],
  });
  expect(await readDayList(shop, 'ringtee', '2026-11-24')).toMatchObject({
    orders: [{ number, fitting: null }],
    bookings: [{ name: 'Jüri Tamm', fitting: { time: '11:00' }, priceCents: 6_600 }],
  });
});
