import { expect, test } from 'vitest';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { items } from '../../../support/orders/order-form.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const orderAt = async (session: Session, number: string) => (await session.get(`/api/orders/${number}`)).body;
const onHand = async () =>
  (await desk.shop.db.selectFrom('stock').select(['place', 'on_hand']).orderBy('place').execute()).map(
    ({ place, on_hand }) => `${place} ${on_hand}`,
  );
const transfersOf = async (session: Session) =>
  (await session.get('/api/transfers')).body as unknown as { id: number; state: string; count: number }[];

/** Twelve tires at Ringtee, of which four come from Annelinn. */
const orderOfTwelve = () => desk.shop.order({ items: items(['tire', 12]) });

test('tires of another branch arrive in parts; the order becomes ready with the last of them', async () => {
  const number = await orderOfTwelve();
  const kati = await desk.enrol('worker', 'kati');
  const arrived = (count: number, place?: string) =>
    kati.act('arrived', { number, tires: [{ id: 'tire', count }], ...(place && { place }) });
  expect((await arrived(5)).body.code).toBe('not-coming');
  expect((await arrived(1, 'supplier:seed')).body.code).toBe('not-coming');
  expect((await arrived(0)).status).toBe(422);
  expect((await arrived(1, 'annelinn')).status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({ status: 'confirmed', tires: { here: 9, coming: 3 } });
  expect(await transfersOf(kati)).toMatchObject([{ state: 'requested', count: 3 }]);
  expect((await kati.act('arrived', { number })).status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({ status: 'ready', tires: { here: 12, coming: 0 } });
  expect((await kati.act('arrived', { number })).body.code).toBe('not-coming');
  expect(await onHand()).toEqual(['annelinn 8', 'ringtee 12']);
  await kati.act('cancel-unpaid', { number });
  expect((await kati.act('arrived', { number })).body.code).toBe('too-late');
});

test('tires that were sent and did not arrive are requested again; tires that were not sent cannot be missing', async () => {
  const number = await orderOfTwelve();
  const kati = await desk.enrol('worker', 'kati');
  const [{ id } = { id: 0 }] = await transfersOf(kati);
  const gone = { number, place: 'annelinn' };
  expect((await kati.act('transfer-missing', { id })).body.code).toBe('not-sent');
  expect((await kati.act('did-not-come', gone)).body.code).toBe('not-coming');
  for (const [act, fields] of [
    ['transfer-missing', { id }],
    ['did-not-come', gone],
  ] as const) {
    expect((await kati.act('send-transfer', { id })).status).toBe(200);
    expect(await transfersOf(kati)).toMatchObject([{ state: 'sent' }]);
    expect((await kati.act(act, fields)).status, act).toBe(200);
    expect(await transfersOf(kati)).toMatchObject([{ state: 'requested', count: 4 }]);
  }
  expect(await orderAt(kati, number)).toMatchObject({ tires: { here: 8, coming: 4 } });
  expect((await kati.act('transfer-missing', { id: id + 1 })).status).toBe(404);
  await kati.act('receive-transfer', { id });
  expect((await kati.act('transfer-missing', { id })).body.code).toBe('too-late');
});

test('tires that did not arrive from a supplier are listed under “needs attention”', async () => {
  await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: { count: 12, leadDays: 2 } } }]);
  const number = await desk.shop.order({ items: items(['remote', 4]) });
  const kati = await desk.enrol('worker', 'kati');
  expect((await kati.act('did-not-come', { number, place: 'supplier:none' })).body.code).toBe('not-coming');
  expect((await kati.act('did-not-come', { number, place: 'supplier:seed' })).status).toBe(200);
  const { needsAttention } = (await kati.get('/api/today?branch=ringtee')).body;
  expect(needsAttention).toMatchObject({ rows: [{ number, reasons: ['did-not-come'], nextAct: 'arrived' }] });
  expect((await kati.act('arrived', { number })).status).toBe(200);
  expect((await kati.act('did-not-come', { number, place: 'supplier:seed' })).body.code).toBe('not-coming');
});

test('a hand-over is undone in parts, but never for more tires than the buyer has', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.enrol('worker', 'kati');
  const undo = (count: number) => kati.act('undo-hand-over', { number, tires: [{ id: 'tire', count }] });
  expect((await undo(1)).body.code).toBe('not-handed-over');
  await kati.act('hand-over', { number });
  expect((await undo(5)).body.code).toBe('not-handed-over');
  expect((await undo(1)).status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({ status: 'ready', tires: { handedOver: 3, here: 1 } });
  expect((await kati.act('undo-hand-over', { number })).status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({ tires: { handedOver: 0, here: 4 } });
  expect(await onHand()).toEqual(['annelinn 12', 'ringtee 8']);
});
