import { beforeEach, expect, test } from 'vitest';
import { sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { SingleAttempt } from '../../../src/mail/sending/mailer.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { items } from '../../support/orders/order-form.ts';
import { testShopContext } from '../../support/shop-context.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;
type Purchase = { number: string; state: string; lines: Record<string, unknown>[] };

const ean = '6419440374178';
const sent: SingleAttempt = { result: 'sent' };
const unclear: SingleAttempt = { result: 'unclear', reason: 'Timeout' };

let kati: Session;

beforeEach(async () => {
  await seedTires(desk.shop.db, [
    { id: 'remote', stock: { supplier: { count: 12, leadDays: 2 } } },
    { id: 'other', stock: { supplier: { count: 12, leadDays: 2 } } },
  ]);
  await desk.shop.db.updateTable('tire_sources').set({ ean }).where('tire_id', '=', 'remote').execute();
  kati = await desk.enrol('worker', 'kati');
});

/** Runs the job that sends due purchases. */
async function sendDue(attempt = sent): Promise<number> {
  let mails = 0;
  const sendOnce = async () => {
    mails += 1;
    return attempt;
  };
  const job = sendPurchases({ suppliers: [], owner: 'owner@shop.example', mailer: { sendOnce } });
  const shop = testShopContext(desk.shop.db, { now: () => desk.clock.now });
  await job.run({ shop, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });
  return mails;
}

async function draft(count = 4): Promise<{ order: string; number: string }> {
  const order = await desk.shop.order({ items: items(['remote', count]) });
  const [purchase] = (await kati.get('/api/purchases')).body as unknown as Purchase[];
  return { order, number: purchase?.number ?? '' };
}

async function sentPurchase(count = 4) {
  const drafted = await draft(count);
  expect((await kati.act('send-purchase', { number: drafted.number })).status).toBe(200);
  expect(await sendDue()).toBe(1);
  return drafted;
}

const purchase = async (number: string) => (await kati.get(`/api/purchases/${number}`)).body as Purchase;
const orderAt = async (number: string) => (await kati.get(`/api/orders/${number}`)).body;
const remoteAt = (place: string) =>
  desk.shop.db
    .selectFrom('stock')
    .select(['on_hand', 'held', 'apart'])
    .where('tire_id', '=', 'remote')
    .where('place', '=', place)
    .executeTakeFirst();

test('a draft is sent on request before its cut-off, once; one that may have been sent is not sent again automatically', async () => {
  const { number } = await draft();
  expect(await purchase(number)).toMatchObject({ state: 'draft', lines: [{ tireId: 'remote', ordered: 4, ean }] });
  expect((await kati.act('confirm-purchase', { number })).body).toMatchObject({ code: 'wrong-state', state: 'draft' });
  expect((await kati.act('send-purchase', { number, again: true })).body.code).toBe('wrong-state');
  expect(await sendDue()).toBe(0);
  expect((await kati.act('send-purchase', { number: number.toLowerCase() })).status).toBe(200);
  expect(await sendDue(unclear)).toBe(1);
  expect(await sendDue()).toBe(0);
  expect((await kati.act('send-purchase', { number })).body).toMatchObject({ code: 'wrong-state', state: 'unclear' });
  expect((await kati.act('send-purchase', { number, again: true })).status).toBe(200);
  expect(await sendDue()).toBe(1);
  expect(await purchase(number)).toMatchObject({ state: 'sent' });
  expect(await kati.act('send-purchase', { number: 'P26-99999' })).toMatchObject({
    status: 404,
    body: { code: 'unknown' },
  });
});

test('a draft says whether it is sent automatically, and is sent on request while a restore is not confirmed', async () => {
  const { number } = await draft();
  expect(await purchase(number)).toMatchObject({ waitsFor: 'cut-off', unpaidPieces: 0 });
  await desk.shop.db
    .insertInto('restores')
    .values({ at: desk.clock.now, until: desk.clock.now, source: 'failover' })
    .execute();
  expect(await purchase(number)).toMatchObject({ state: 'draft', waitsFor: 'restore-confirmation' });
  expect((await kati.act('send-purchase', { number })).status).toBe(200);
  expect(await sendDue()).toBe(1);
});

test('a purchase that the supplier has after an unclear attempt is not sent again', async () => {
  const { number } = await draft();
  expect((await kati.act('purchase-sent', { number })).body.code).toBe('wrong-state');
  await kati.act('send-purchase', { number });
  await sendDue(unclear);
  expect((await kati.act('purchase-sent', { number })).status).toBe(200);
  expect(await sendDue()).toBe(0);
  const { state, history } = (await purchase(number)) as Purchase & { history: unknown[] };
  expect(state).toBe('sent');
  expect(history).toContainEqual(expect.objectContaining({ type: 'sent', actor: 'staff:kati' }));
});

test('a supplier confirms some tires for a later day and back-orders the others; the buyer is mailed', async () => {
  const { order, number } = await sentPurchase();
  const pieces = (count: number) => [{ tire: ean, count }];
  expect((await kati.act('confirm-purchase', { number, pieces: pieces(5) })).body).toMatchObject({
    ...{ code: 'too-many', tire: ean, possible: 4 },
  });
  expect((await kati.act('confirm-purchase', { number, pieces: [{ tire: 'none', count: 1 }] })).body.code).toBe(
    'unknown-tire',
  );
  expect((await kati.act('confirm-purchase', { number, expected: '30.11.2026' })).body.errors).toEqual([
    { path: 'expected', code: 'invalid' },
  ]);
  const confirmed = await kati.act('confirm-purchase', { number, pieces: pieces(3), expected: '2026-11-30' });
  expect(confirmed.body).toMatchObject({ ok: true, delays: [{ number: order }] });
  expect(await orderAt(order)).toMatchObject({ delay: { open: true, expectedOn: '2026-11-30' } });
  expect((await kati.act('backorder-purchase', { number, pieces: pieces(1) })).status).toBe(200);
  expect((await kati.act('backorder-purchase', { number, pieces: pieces(4) })).body.code).toBe('too-many');
  expect(await purchase(number)).toMatchObject({
    lines: [{ confirmed: 3, backordered: 1, unanswered: 0, outstanding: 4, expectedOn: null }],
  });
  expect(await orderAt(order)).toMatchObject({ delay: { open: true, expectedOn: null } });
});

test('tires that a supplier refuses are missing from their order; pieces that no order waits for can be cancelled', async () => {
  const { order, number } = await sentPurchase();
  const one = { tire: 'remote', count: 1 };
  expect((await kati.act('cancel-purchase', { number, cancelled: one })).body).toMatchObject({
    ...{ code: 'too-many', possible: 0 },
  });
  expect((await kati.act('refuse-purchase', { number, refused: { ...one, count: 5 } })).body.code).toBe('too-many');
  expect((await kati.act('refuse-purchase', { number, refused: one })).body).toMatchObject({
    delays: [{ number: order }],
  });
  expect(await orderAt(order)).toMatchObject({ tires: { coming: 3, missing: 1 }, delay: { open: true } });
  expect((await kati.act('cancel-unpaid', { number: order })).status).toBe(200);
  expect((await kati.act('cancel-purchase', { number, cancelled: { ...one, count: 3 } })).status).toBe(200);
  expect(await purchase(number)).toMatchObject({ state: 'closed', lines: [{ refused: 1, cancelled: 3 }] });
});

test('a delivery by EAN books a part first, sets damaged tires apart, and books the other tires later, none twice', async () => {
  const { order, number } = await sentPurchase();
  const two = { good: [{ tire: ean, count: 2 }], damaged: [{ tire: ean, count: 1 }], note: 'note 4711' };
  expect((await kati.act('receive-purchase', { number, good: [{ tire: ean, count: 5 }] })).body).toMatchObject({
    ...{ code: 'too-many', possible: 4 },
  });
  expect((await kati.act('receive-purchase', { number, ...two })).body).toMatchObject({ ok: true, ready: [] });
  expect(await remoteAt('ringtee')).toEqual({ on_hand: 2, held: 2, apart: 1 });
  expect(await orderAt(order)).toMatchObject({ tires: { here: 2, coming: 2 } });
  const all = await Promise.all([1, 2].map(() => kati.act('receive-purchase', { number })));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(all.find(({ status }) => status === 200)?.body).toMatchObject({ ready: [order] });
  expect(all.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'wrong-state', state: 'closed' });
  expect(await remoteAt('ringtee')).toEqual({ on_hand: 4, held: 4, apart: 1 });
  expect(await purchase(number)).toMatchObject({ state: 'closed', lines: [{ received: 4, outstanding: 0 }] });
});

test('a delivery without any tires is refused; one with only damaged tires is not', async () => {
  const { number } = await sentPurchase();
  for (const nothing of [{ good: [] }, { good: [], note: 'note 4711' }, { good: [], isLastDelivery: true }])
    expect(await kati.act('receive-purchase', { number, ...nothing })).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: [{ path: 'good', code: 'required' }] },
    });
  const events = () =>
    desk.shop.db.selectFrom('purchase_events').select('type').where('type', '=', 'received').execute();
  expect(await events()).toEqual([]);
  const damaged = { good: [], damaged: [{ tire: ean, count: 1 }] };
  expect((await kati.act('receive-purchase', { number, ...damaged })).status).toBe(200);
  expect(await events()).toHaveLength(1);
  expect(await remoteAt('ringtee')).toEqual({ on_hand: 0, held: 0, apart: 1 });
});

test('the last delivery of a purchase leaves the undelivered tires of its order missing', async () => {
  const { order, number } = await sentPurchase();
  const delivery = { good: [{ tire: 'remote', count: 3 }], isLastDelivery: true };
  expect((await kati.act('receive-purchase', { number, ...delivery })).body).toMatchObject({
    delays: [{ number: order }],
  });
  expect(await orderAt(order)).toMatchObject({ tires: { here: 3, missing: 1 } });
  expect(await purchase(number)).toMatchObject({ state: 'closed', lines: [{ received: 3, refused: 1 }] });
});
