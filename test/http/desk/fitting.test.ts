import { describe, expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

/** An instant on the Friday of the tests, by the clock in Tallinn. */
const friday = (time: string) => new Date(`2026-11-20T${time}:00+02:00`).toISOString();

const car = { branch: 'ringtee', vehicle: 'car', wheels: 4, rim: 17, channel: 'phone', plate: '123 ABC' };

const book = (session: Session, changes: Record<string, unknown> = {}) =>
  session.act('book-fitting', { ...car, at: friday('14:00'), ...changes });

const rows = () =>
  desk.shop.db.selectFrom('fitting_bookings').selectAll().orderBy('made_at').orderBy('starts_at').execute();
const rowOf = async (id: unknown) => {
  const row = (await rows()).find((booking) => booking.id === id);
  if (!row) throw new Error(`no booking ${id}`);
  return row;
};
const stateOf = async (id: unknown) => (await rowOf(id)).state;
const seen = async (id: unknown) => ({ id, version: (await rowOf(id)).version });

/** An order with its appointment at 15:00. */
async function fittingOrder(time = '15:00') {
  const fitting = { at: friday(time), vehicle: 'car', storage: false, earlier: false };
  const number = await desk.shop.order({ fulfilment: 'fitting', fitting });
  const orderId = await desk.shop.idOf(number);
  const [booking] = (await rows()).filter(({ order_id }) => order_id === orderId);
  return { number, id: booking?.id };
}

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

describe('a booking without an order', () => {
  test('takes a bay that buyers cannot book first, and needs a name or a plate', async () => {
    const kati = await desk.enrol('worker', 'kati');
    const { body } = await book(kati, { name: 'Mari Maasikas', note: 'has a dent', storage: true });
    expect(await rowOf(body.id)).toMatchObject({
      ...{ bay: 3, order_id: null, channel: 'phone', name: 'Mari Maasikas', plate: '123 ABC', phone: null },
      ...{ storage: true, price_cents: 6600, made_by: 'staff:kati', state: 'booked' },
      ends_at: new Date(friday('14:30')),
    });
    expect(await book(kati, { plate: '' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'name', code: 'required' }] },
    });
    expect((await book(kati, { phone: 'later' })).body.errors).toEqual([{ path: 'phone', code: 'phone' }]);
    expect((await book(kati, { branch: 'nowhere' })).status).toBe(422);
  });

  test('may start in the running quarter of an hour, not before, off the quarter, or after closing', async () => {
    const kati = await desk.sessionOf('worker');
    desk.clock.now = new Date(friday('12:07'));
    expect((await book(kati, { at: friday('12:00') })).status).toBe(200);
    for (const at of [friday('11:45'), friday('13:05'), friday('17:45')])
      expect((await book(kati, { at })).body, at).toMatchObject({ code: 'slot-taken', starts: { length: 3 } });
    expect((await book(kati, { vehicle: 'van', rim: 23 })).body.code).toBe('no-such-work');
  });

  test('of two employees who want the last bay at once one gets it, the other the nearest free times', async () => {
    const [kati, mari] = [await desk.sessionOf('worker'), await desk.sessionOf('worker')];
    await book(kati);
    await book(kati);
    const answers = await Promise.all([book(kati), book(mari, { plate: '987 XYZ' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      code: 'slot-taken',
      starts: [friday('13:00'), friday('13:30'), friday('14:30')],
    });
  });

  test('is moved to another bay and time; its own time is not in its way', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = (await book(kati)).body;
    const move = async (to: Record<string, unknown>) => kati.act('move-fitting', { ...(await seen(id)), ...to });
    expect((await move({ at: friday('14:15') })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ bay: 3, starts_at: new Date(friday('14:15')), version: 1 });
    expect((await move({ at: friday('14:15'), bay: 1 })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ bay: 1, version: 2 });
    await book(kati, { at: friday('16:00'), bay: 2 });
    expect((await move({ at: friday('16:15'), bay: 2 })).body.code).toBe('slot-taken');
    expect(await rowOf(id)).toMatchObject({ bay: 1, version: 2 });
  });
});

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

  test('is arrived, then done; each step is in the history, and can be taken back', async () => {
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

  test('is missed 15 minutes after its start at the earliest; that frees its bay and tells the buyer', async () => {
    const { number, id } = await fittingOrder();
    desk.clock.now = new Date(friday('15:14'));
    const kati = await desk.sessionOf('worker');
    expect((await kati.act('fitting-missed', await seen(id))).body.code).toBe('too-early');
    desk.clock.now = new Date(friday('15:15'));
    expect((await kati.act('fitting-missed', await seen(id))).status).toBe(200);
    expect(await mailsOf(number)).toContain('fitting-missed');
    expect((await desk.shop.orderState(number)).status).toBe('confirmed');
    // A mistake: the car is there. The mail is not sent any more.
    expect((await kati.act('undo-fitting', await seen(id))).status).toBe(200);
    expect(await stateOf(id)).toBe('booked');
    expect(await mailsOf(number)).not.toContain('fitting-missed');
  });

  test('cannot come back once somebody else has its time, or its order has another one or is over', async () => {
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

  test('of two employees who change it at once the second is told who was faster', async () => {
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

test('an undone hand-over reopens the last appointment of its order only', async () => {
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

test('a booking of nobody answers 404; one without an order names who has changed it', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
  const unknown = { id: '7b0c6e0e-6f8e-4a8e-9d5a-0f1a2b3c4d5e', version: 0 };
  for (const act of ['free-fitting', 'fitting-arrived', 'fitting-done', 'fitting-missed', 'undo-fitting'])
    expect((await kati.act(act, unknown)).status, act).toBe(404);
  const { id } = (await book(kati)).body;
  const old = await seen(id);
  await mari.act('fitting-arrived', old);
  expect((await kati.act('fitting-arrived', old)).body).toMatchObject({
    code: 'booking-changed',
    lastChange: { actor: 'staff:mari', type: 'fitting-arrived' },
  });
});

describe('a block', () => {
  const block = (session: Session, changes: Record<string, unknown> = {}) =>
    session.act('block-time', {
      ...{ branch: 'ringtee', bay: 3, from: friday('14:00'), to: friday('16:00'), opens: false, reason: 'lift' },
      ...changes,
    });

  test('over bookings names them; they stay until somebody moves them', async () => {
    const kati = await desk.sessionOf('worker');
    const [inside, after] = [(await book(kati)).body, (await book(kati, { at: friday('16:00') })).body];
    const blocked = await block(kati);
    expect(blocked.body).toMatchObject({ mustMove: [inside.id] });
    expect(await stateOf(inside.id)).toBe('booked');
    expect((await kati.act('move-fitting', { ...(await seen(inside.id)), at: friday('14:15'), bay: 3 })).status).toBe(
      409,
    );
    expect((await kati.act('move-fitting', { ...(await seen(inside.id)), at: friday('14:15') })).status).toBe(200);
    expect(await rowOf(after.id)).toMatchObject({ bay: 3 });
    expect((await kati.act('unblock-time', { id: blocked.body.id })).status).toBe(200);
    expect((await kati.act('unblock-time', { id: blocked.body.id })).status).toBe(404);
  });

  test('and a booking at the same time: the block names the booking, or the booking is refused', async () => {
    const kati = await desk.sessionOf('worker');
    const [booked, blocked] = await Promise.all([book(kati, { bay: 3 }), block(kati)]);
    expect(blocked.status).toBe(200);
    const { body } = await kati.get('/api/calendar?branch=ringtee&day=2026-11-20');
    const listed = (body.bookings as { id: string; mustMove: boolean }[]).map(({ id, mustMove }) => ({ id, mustMove }));
    expect(listed).toEqual(booked.status === 200 ? [{ id: booked.body.id, mustMove: true }] : []);
  });

  test('of every bay closes the branch; an opened time makes a bay bookable, also for buyers', async () => {
    const kati = await desk.sessionOf('worker');
    await block(kati, { bay: null });
    expect((await book(kati)).body.code).toBe('slot-taken');
    const evening = { at: friday('18:30'), bay: 2 };
    expect((await book(kati, evening)).body.code).toBe('slot-taken');
    await block(kati, { bay: 2, from: friday('18:00'), to: friday('20:00'), opens: true, reason: '' });
    expect((await book(kati, evening)).status).toBe(200);
    expect(await fittingOrder('19:15')).toMatchObject({ id: expect.any(String) });
  });

  test('needs a known bay and whole quarters, does not end in the past, and opens one day at most', async () => {
    const kati = await desk.sessionOf('worker');
    for (const wrong of [
      { bay: 9 },
      { to: friday('14:00') },
      { to: friday('14:10') },
      { from: friday('09:00'), to: friday('10:00') },
      { opens: true, to: new Date('2026-11-21T10:00:00Z').toISOString() },
      { reason: 'x'.repeat(201) },
    ])
      expect((await block(kati, wrong)).status, JSON.stringify(wrong)).toBe(422);
    expect((await block(kati, { to: new Date('2026-11-25T16:00:00Z').toISOString() })).status).toBe(200);
  });
});
