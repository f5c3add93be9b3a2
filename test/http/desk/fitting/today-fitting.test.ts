import { expect, test } from 'vitest';
import type { Today } from '../../../../src/shop/desk/today.ts';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { items } from '../../../support/orders/order-form.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const todayOf = async (session: Session, branch = 'ringtee') =>
  (await session.get(`/api/today?branch=${branch}`)).body as unknown as Today;

const rowsOf = ({ fitting }: Today) => fitting?.bays.flatMap(({ rows }) => rows) ?? [];

const noon = '2026-11-20T10:00:00.000Z';
const twoOClock = '2026-11-20T12:00:00.000Z';

async function bookedOrder(session: Session, at: string, changes: Record<string, unknown> = {}): Promise<string> {
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '123 ABC', ...changes });
  const booked = await session.act('book-order-fitting', { number, at, vehicle: 'car' });
  expect(booked.status, booked.text).toBe(200);
  return number;
}

const step = (session: Session, act: string, { id, version }: { id: string; version: number }) =>
  session.act(act, { id, version }, {});

test('a row of a bay offers arrived, done and the hand-over in turn, and then disappears', async () => {
  const kati = await desk.sessionOf('worker');
  const number = await bookedOrder(kati, noon);
  const [booked] = rowsOf(await todayOf(kati));
  expect(booked).toMatchObject({
    ...{ time: '12:00', bay: 3, plate: '123 ABC', name: 'Mari Maasikas', wheels: 4, rim: 16, vehicle: 'car' },
    ...{ state: 'booked', late: false, priceCents: 6_000, step: 'fitting-arrived', orderAct: null },
    order: { number, tires: { state: 'here' }, money: { paid: false, dueCents: 31_960 } },
  });
  desk.clock.now = new Date('2026-11-20T10:16:00Z');
  expect(rowsOf(await todayOf(kati))).toMatchObject([{ late: true }]);
  if (booked) await step(kati, 'fitting-arrived', booked);
  const atBay = await todayOf(kati);
  expect(rowsOf(atBay)).toMatchObject([{ state: 'arrived', late: false, step: 'fitting-done' }]);
  // The car is here: its tires are not put aside.
  expect(atBay.toDo.total).toBe(0);
  const [arrived] = rowsOf(atBay);
  if (arrived) await step(kati, 'fitting-done', arrived);
  expect(rowsOf(await todayOf(kati))).toMatchObject([{ state: 'done', step: null, orderAct: 'paid-card' }]);
  await kati.act('mark-paid', { number, tender: 'card' });
  expect(rowsOf(await todayOf(kati))).toMatchObject([{ orderAct: 'hand-over' }]);
  await kati.act('hand-over', { number });
  expect(rowsOf(await todayOf(kati))).toEqual([]);
});

test('shows three rows of a bay of the branch, and the number of later ones', async () => {
  const kati = await desk.sessionOf('worker');
  for (const hour of [10, 11, 12, 13])
    await kati.act('book-fitting', {
      ...{ branch: 'ringtee', bay: 1, at: `2026-11-20T${hour}:00:00.000Z`, vehicle: 'car', wheels: 4, rim: 17 },
      ...{ channel: 'phone', plate: `${hour} ABC` },
    });
  expect((await todayOf(kati)).fitting?.bays[0]).toMatchObject({
    bay: 1,
    later: 1,
    rows: [{}, {}, { plate: '12 ABC' }],
  });
  expect(rowsOf(await todayOf(kati, 'annelinn'))).toEqual([]);
});

test('lists as at risk an appointment of the next working day that lacks tires, and an order whose appointment was freed', async () => {
  await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: 8 } }]);
  const kati = await desk.sessionOf('worker');
  const remote = await bookedOrder(kati, '2026-11-23T09:00:00.000Z', { items: items(['remote', 4]) });
  const freed = await bookedOrder(kati, twoOClock);
  await kati.act('free-order-fitting', { number: freed });
  const { atRisk } = await todayOf(kati);
  expect(atRisk.rows).toHaveLength(2);
  expect(atRisk.rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ number: remote, risk: 'appointment' }),
      expect.objectContaining({ number: freed, risk: 'no-time', fitting: { at: twoOClock, state: 'freed' } }),
    ]),
  );
  await kati.act('book-order-fitting', { number: freed, at: twoOClock, vehicle: 'car' });
  expect((await todayOf(kati)).atRisk.rows).toMatchObject([{ number: remote }]);
});

test('lists bookings in a block as to be moved, until they are moved', async () => {
  const kati = await desk.sessionOf('worker');
  const at = '2026-11-23T09:00:00.000Z';
  const number = await bookedOrder(kati, at);
  expect((await todayOf(kati)).fitting?.toMove.total).toBe(0);
  const block = { branch: 'ringtee', bay: null, from: '2026-11-23T08:00:00.000Z', to: '2026-11-23T10:00:00.000Z' };
  expect((await kati.act('block-time', { ...block, opens: false, reason: 'lift broken' })).status).toBe(200);
  expect((await todayOf(kati)).fitting?.toMove).toMatchObject({
    total: 1,
    rows: [{ day: '2026-11-23', time: '11:00', mustMove: true, order: { number } }],
  });
  await kati.act('book-order-fitting', { number, at: '2026-11-23T12:00:00.000Z', vehicle: 'car' });
  expect((await todayOf(kati)).fitting?.toMove).toEqual({ total: 0, rows: [] });
});
