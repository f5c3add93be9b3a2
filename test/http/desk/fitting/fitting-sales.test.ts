import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

const items = [{ id: 'tire', count: 4 }];
const noon = '2026-11-20T10:00:00.000Z';
const inTwoHours = '2026-11-20T12:00:00.000Z';

const sale = (at: string, changes: object = {}) => ({
  ...{ branch: 'ringtee', tender: 'card', customer: {}, plate: '123 ABC', items },
  fitting: { at, vehicle: 'car' },
  ...changes,
});

const phoneOrder = (at: string | null, changes: object = {}) => ({
  branch: 'ringtee',
  customer: { name: 'Mari Maasikas', phone: '51234567' },
  ...{ fulfilment: 'fitting', plate: '123 ABC', paymentMethod: 'pay_at_branch', termsTold: true, items },
  fitting: at && { at, vehicle: 'suv', storage: true },
  ...changes,
});

const orderOf = async (session: Awaited<ReturnType<typeof desk.sessionOf>>, { number }: Record<string, unknown>) =>
  (await session.get(`/api/orders/${number}`)).body;

test('a phone order takes a time with the order, in the bay that buyers cannot book', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const placed = await kati.act('place-phone-order', phoneOrder(noon));
  expect(placed.body).toMatchObject({ ok: true, fitting: noon });
  const order = await orderOf(kati, placed.body);
  expect(order.fitting).toMatchObject({
    at: noon,
    minutes: 45,
    bay: 3,
    vehicle: 'suv',
    storage: true,
    state: 'booked',
  });
  const later = await kati.act('place-phone-order', phoneOrder(null));
  expect(later.body).toMatchObject({ ok: true, fitting: null });
});

test('a phone order for a taken time stores nothing; the next free time works', async () => {
  await seedTires(desk.shop.db, [{ id: 'many', stock: { annelinn: 40 } }]);
  const kati = await desk.sessionOf('worker');
  const at = '2026-11-23T08:00:00.000Z';
  const form = (start: string) =>
    phoneOrder(start, {
      branch: 'annelinn',
      items: [{ id: 'many', count: 4 }],
      fitting: { at: start, vehicle: 'car' },
    });
  for (const _ of [1, 2]) expect((await kati.act('place-phone-order', form(at))).status).toBe(200);
  const before = await desk.shop.stock();
  const refusedAnswer = await kati.act('place-phone-order', form(at));
  expect(refusedAnswer).toMatchObject({ status: 409, body: { code: 'slot-taken' } });
  expect(await desk.shop.stock()).toEqual(before);
  const [nearest = ''] = refusedAnswer.body.starts as string[];
  expect((await kati.act('place-phone-order', form(nearest))).body).toMatchObject({ ok: true, fitting: nearest });
  const invalidAnswer = await kati.act('place-phone-order', { ...form(nearest), fulfilment: 'pickup' });
  expect(invalidAnswer).toMatchObject({ status: 422, body: { errors: [{ path: 'fitting' }] } });
});

test('a counter sale with fitting is paid; its tires are handed over when they are fitted', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const key = randomUUID();
  const sold = await kati.act('sell', sale(noon), { key });
  expect(sold.body, sold.text).toMatchObject({ ok: true, fitting: noon });
  const order = await orderOf(kati, sold.body);
  expect(order).toMatchObject({
    ...{ status: 'ready', channel: 'counter', fulfilment: 'fitting', plate: '123 ABC' },
    money: { dueCents: 0, paidCents: 31_960 },
    tires: { here: 4, handedOver: 0 },
    fitting: { state: 'arrived', bay: 3 },
    nextAct: 'hand-over',
  });
  expect((await kati.act('sell', sale(noon), { key })).body).toMatchObject({ repeated: true });
  expect((await kati.act('hand-over', { number: sold.body.number })).status).toBe(200);
  expect(await orderOf(kati, sold.body)).toMatchObject({ status: 'completed', fitting: { state: 'done' } });
});

test('a counter sale for a later time waits for its buyer, and nobody is mailed', async () => {
  const kati = await desk.sessionOf('worker');
  const customer = { name: 'Mari Maasikas', email: 'mari@example.com' };
  const sold = await kati.act('sell', sale(inTwoHours, { customer }));
  expect(await orderOf(kati, sold.body)).toMatchObject({
    status: 'ready',
    fitting: { state: 'booked', at: inTwoHours },
  });
  const mails = await desk.shop.db.selectFrom('letters').select('kind').execute();
  expect(mails.map(({ kind }) => kind)).not.toContain('ready');
});

test('a counter sale for a taken time books neither an appointment nor money', async () => {
  const kati = await desk.sessionOf('worker');
  const tooEarly = await kati.act('sell', sale('2026-11-20T09:00:00.000Z'));
  expect(tooEarly).toMatchObject({ status: 409, body: { code: 'slot-taken' } });
  expect(await desk.shop.ledger()).toEqual([]);
  expect(await desk.shop.db.selectFrom('orders').select('id').execute()).toEqual([]);
});
