import { describe, expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { fittingsOf, friday } from '../../../support/desk/fittings.ts';

const desk = deskOfOrders();
const { book, fittingOrder, rowOf, rows, seen, stateOf } = fittingsOf(desk);

const mailsOf = async (number: string) => {
  const orderId = await desk.shop.idOf(number);
  const mails = await desk.shop.db
    .selectFrom('letters')
    .select(['kind', 'dropped_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  return mails.filter(({ dropped_at }) => dropped_at === null).map(({ kind }) => kind);
};

describe('an appointment of an order', () => {
  test('is moved and freed at the desk, with mails to its buyer, and the history says who did it', async () => {
    const { number, id } = await fittingOrder();
    const kati = await desk.enrol('worker', 'kati');
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: friday('16:00'), bay: 2 })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ bay: 2, starts_at: new Date(friday('16:00')) });
    expect((await kati.act('free-fitting', await seen(id))).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'freed', freed_because: 'desk' });
    expect(await mailsOf(number)).toEqual(expect.arrayContaining(['fitting-moved', 'fitting-freed']));
    const { body } = await kati.get(`/api/orders/${number}`);
    expect(body.lastChange).toMatchObject({ actor: 'staff:kati', type: 'fitting-freed' });
    expect((await kati.act('free-fitting', await seen(id))).body.code).toBe('booking-changed');
  });

  test('that moves only to another bay sends no mail, also when its car is there already', async () => {
    const { number, id } = await fittingOrder();
    desk.clock.now = new Date(friday('15:10'));
    const kati = await desk.sessionOf('worker');
    await kati.act('fitting-arrived', await seen(id));
    const { bay } = await rowOf(id);
    const other = bay === 1 ? 2 : 1;
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: friday('15:00'), bay: other })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ bay: other, state: 'arrived' });
    expect(await mailsOf(number)).not.toContain('fitting-moved');
  });

  test('whose vehicle has arrived is only booked again once it is moved to another day', async () => {
    const { id } = await fittingOrder();
    const kati = await desk.sessionOf('worker');
    await kati.act('fitting-arrived', await seen(id));
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: friday('16:00') })).status).toBe(200);
    expect(await stateOf(id)).toBe('arrived');
    const monday = '2026-11-23T08:00:00.000Z';
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: monday })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ starts_at: new Date(monday), state: 'booked', arrived_at: null });
  });

  test('is arrived, then done; each step is in the history, and can be undone', async () => {
    const { number, id } = await fittingOrder();
    const kati = await desk.enrol('worker', 'kati');
    const act = async (name: string) => (await kati.act(name, await seen(id))).status;
    expect(await act('fitting-arrived')).toBe(200);
    expect(await act('fitting-arrived')).toBe(409);
    expect(await act('fitting-done')).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'done', arrived_at: desk.clock.now, done_at: desk.clock.now });
    expect(await act('undo-fitting')).toBe(200);
    expect(await stateOf(id)).toBe('arrived');
    expect(await act('undo-fitting')).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'booked', arrived_at: null, done_at: null });
    expect(await act('undo-fitting')).toBe(409);
    const { body } = await kati.get(`/api/orders/${number}`);
    const types = (body.history as { type: string }[]).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('fitting-')).toSorted()).toEqual([
      'fitting-arrived',
      'fitting-done',
      'fitting-undone',
      'fitting-undone',
    ]);
  });

  test('can be marked as missed from 15 minutes after its start on; that frees its bay and mails the buyer', async () => {
    const { number, id } = await fittingOrder();
    desk.clock.now = new Date(friday('15:14'));
    const kati = await desk.sessionOf('worker');
    expect((await kati.act('fitting-missed', await seen(id))).body.code).toBe('too-early');
    desk.clock.now = new Date(friday('15:15'));
    expect((await kati.act('fitting-missed', await seen(id))).status).toBe(200);
    expect(await mailsOf(number)).toContain('fitting-missed');
    expect((await desk.shop.orderState(number)).status).toBe('confirmed');
    // The entry was a mistake, so it is undone and its mail is not sent.
    expect((await kati.act('undo-fitting', await seen(id))).status).toBe(200);
    expect(await stateOf(id)).toBe('booked');
    expect(await mailsOf(number)).not.toContain('fitting-missed');
  });

  test('cannot be restored once its time is taken, or its order has another appointment or has ended', async () => {
    const { number, id } = await fittingOrder();
    const { bay } = await rowOf(id);
    desk.clock.now = new Date(friday('15:15'));
    const kati = await desk.sessionOf('worker');
    await kati.act('fitting-missed', await seen(id));
    const walkIn = (await book(kati, { at: friday('15:15'), bay, channel: 'counter' })).body;
    expect((await kati.act('undo-fitting', await seen(id))).body.code).toBe('slot-taken');
    await kati.act('free-fitting', await seen(walkIn.id));
    await kati.act('cancel-unpaid', { number });
    expect((await kati.act('undo-fitting', await seen(id))).body.code).toBe('booking-too-late');
    expect(await stateOf(id)).toBe('missed');
  });

  test('is changed by the first of two concurrent employees; the refusal of the second names that change', async () => {
    const { id } = await fittingOrder();
    const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
    const version = await seen(id);
    const answers = await Promise.all([
      kati.act('move-fitting', { ...version, at: friday('16:00') }),
      mari.act('move-fitting', { ...version, at: friday('17:00') }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers[0].status === 200 ? 'staff:kati' : 'staff:mari';
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'booking-changed',
      lastChange: { actor: winner, type: 'fitting-moved' },
    });
  });
});

test('an undone hand-over reopens only the last appointment of its order', async () => {
  const { number, id } = await fittingOrder();
  const kati = await desk.sessionOf('worker');
  await kati.act('mark-paid', { number, tender: 'card' });
  await kati.act('fitting-done', await seen(id));
  const again = await kati.act('book-order-fitting', { number, at: friday('16:00'), vehicle: 'car' });
  expect(again.status, again.text).toBe(200);
  expect((await kati.act('hand-over', { number, everything: true })).status).toBe(200);
  const states = async () => (await rows()).map(({ state }) => state);
  expect(await states()).toEqual(['done', 'done']);
  expect((await kati.act('undo-hand-over', { number })).status).toBe(200);
  expect(await states()).toEqual(['done', 'booked']);
});
