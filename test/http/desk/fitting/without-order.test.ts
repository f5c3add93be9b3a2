import { describe, expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { fittingsOf, friday } from '../../../support/desk/fittings.ts';

const desk = deskOfOrders();
const { book, fittingOrder, rowOf, seen } = fittingsOf(desk);

describe('a booking without an order', () => {
  test('prefers a bay that buyers cannot book, and needs a name or a plate', async () => {
    const kati = await desk.enrol('worker', 'kati');
    const { body } = await book(kati, { name: 'Mari Maasikas', note: 'has a dent', storage: true });
    expect(await rowOf(body.id)).toMatchObject({
      bay: 3,
      order_id: null,
      channel: 'phone',
      name: 'Mari Maasikas',
      plate: '123 ABC',
      phone: null,
      storage: true,
      price_cents: 6600,
      made_by: 'staff:kati',
      state: 'booked',
      ends_at: new Date(friday('14:30')),
    });
    expect(await book(kati, { plate: '' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'name', code: 'required' }] },
    });
    expect((await book(kati, { phone: 'later' })).body.errors).toEqual([{ path: 'phone', code: 'phone' }]);
    expect((await book(kati, { branch: 'nowhere' })).status).toBe(422);
  });

  test('has no hidden characters in its note, also after an edit', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = (await book(kati, { note: 'has a\u200B dent' })).body;
    expect((await rowOf(id)).note).toBe('has a dent');
    await kati.act('edit-fitting', { ...(await seen(id)), plate: '123 ABC', note: '\u202Etwo dents' });
    expect((await rowOf(id)).note).toBe('two dents');
  });

  test('may start in the current quarter of an hour, but not before it, between quarters, or after closing', async () => {
    const kati = await desk.sessionOf('worker');
    desk.clock.now = new Date(friday('12:07'));
    expect((await book(kati, { at: friday('12:00') })).status).toBe(200);
    for (const at of [friday('11:45'), friday('13:05'), friday('17:45')])
      expect((await book(kati, { at })).body, at).toMatchObject({ code: 'slot-taken', starts: { length: 3 } });
    expect((await book(kati, { vehicle: 'van', rim: 23 })).body.code).toBe('no-such-work');
  });

  test('is refused if another employee takes the last bay at the same time; the answer has the nearest free times', async () => {
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

  test('is moved to another bay and time; its own time counts as free', async () => {
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

  test('may have an agreed duration and price, and keeps them when it is moved', async () => {
    const kati = await desk.sessionOf('worker');
    const twoSets = { wheels: 8, bay: 3, note: 'two sets' };
    expect((await book(kati, twoSets)).body.code).toBe('no-such-work');
    const { id } = (await book(kati, { ...twoSets, minutes: 75 })).body;
    expect(await rowOf(id)).toMatchObject({ wheels: 8, ends_at: new Date(friday('15:15')), price_cents: null });
    expect((await book(kati, { bay: 3, at: friday('15:00') })).body.code).toBe('slot-taken');
    const starts = await kati.get(`/api/calendar/starts/${id}`);
    expect(starts.body).toMatchObject({ work: { minutes: 75, priceCents: null } });
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: friday('16:45') })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ ends_at: new Date(friday('18:00')), price_cents: null });
    expect((await kati.act('move-fitting', { ...(await seen(id)), at: friday('17:00') })).body.code).toBe('slot-taken');
    const puncture = (await book(kati, { wheels: 1, minutes: 15, at: friday('14:30') })).body;
    expect(await rowOf(puncture.id)).toMatchObject({ ends_at: new Date(friday('14:45')), price_cents: null });
  });

  test('may last whole quarters of an hour, at most four hours, until the branch closes, in a bay that can do the job', async () => {
    const kati = await desk.sessionOf('worker');
    for (const minutes of [0, 20, 255, -15, 'long', ''])
      expect(await book(kati, { minutes }), `${minutes}`).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'minutes' }] },
      });
    expect((await book(kati, { minutes: 240, at: friday('14:15') })).body.code).toBe('slot-taken');
    expect((await book(kati, { minutes: 240 })).status).toBe(200);
    expect((await book(kati, { minutes: 60, vehicle: 'van', rim: 24 })).body.code).toBe('no-such-work');
    const starts = (minutes: string) =>
      kati.get(`/api/calendar/starts?branch=ringtee&vehicle=car&wheels=8&rim=17&minutes=${minutes}`);
    expect((await starts('60')).body).toMatchObject({ work: { minutes: 60, priceCents: null } });
    expect((await starts('50')).status).toBe(422);
  });
});

describe('another branch', () => {
  test('accepts a booking without an order in a bay that can do the job, also with an unchanged time', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = (await book(kati)).body;
    const toAnnelinn = async (to: Record<string, unknown>) =>
      kati.act('move-fitting', { ...(await seen(id)), branch: 'annelinn', at: friday('14:00'), ...to });
    expect((await toAnnelinn({ bay: 3 })).body.code).toBe('slot-taken');
    expect((await toAnnelinn({ branch: 'nowhere' })).body.code).toBe('by-phone');
    const { body } = await kati.get(`/api/calendar/starts/${id}?branch=annelinn`);
    expect(body.days).toMatchObject({ 0: { starts: { 0: { time: '12:00', bays: [2, 1] } } } });
    expect((await toAnnelinn({})).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ branch: 'annelinn', bay: 2, starts_at: new Date(friday('14:00')) });
    const { body: ringtee } = await kati.get('/api/calendar?branch=ringtee');
    expect(ringtee).toMatchObject({ bookings: [], branches: ['ringtee', 'annelinn'] });
    await book(kati, { branch: 'annelinn', bay: 1, at: friday('15:00') });
    await book(kati, { branch: 'annelinn', bay: 2, at: friday('15:00') });
    expect((await toAnnelinn({ at: friday('15:15') })).body.code).toBe('slot-taken');
    expect(await rowOf(id)).toMatchObject({ starts_at: new Date(friday('14:00')) });
  });

  test('does not count a vehicle as arrived that had arrived at the first branch', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = (await book(kati)).body;
    await kati.act('fitting-arrived', await seen(id));
    const move = { ...(await seen(id)), branch: 'annelinn', at: friday('14:00') };
    expect((await kati.act('move-fitting', move)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ branch: 'annelinn', state: 'booked', arrived_at: null });
  });

  test('does not accept the appointment of an order', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = await fittingOrder();
    const move = { ...(await seen(id)), at: friday('16:00') };
    expect((await kati.act('move-fitting', { ...move, branch: 'annelinn' })).body.code).toBe('other-branch');
    expect((await kati.get(`/api/calendar/starts/${id}?branch=annelinn`)).status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ branch: 'ringtee', starts_at: new Date(friday('15:00')) });
    expect((await kati.act('move-fitting', { ...move, branch: 'ringtee' })).status).toBe(200);
  });
});

describe('the data of a booking without an order', () => {
  const contact = { name: 'Mari Maasikas', phone: '51234567', plate: '987 XYZ', note: 'has a dent', storage: true };

  test('can be edited; the time stays, and the log names the employee but no data', async () => {
    const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
    const { id } = (await book(kati, { phone: '5555 5555' })).body;
    const old = await seen(id);
    expect((await mari.act('edit-fitting', { ...old, ...contact })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ ...contact, starts_at: new Date(friday('14:00')), bay: 3, version: 1 });
    expect((await kati.act('edit-fitting', { ...old, ...contact, name: 'Jaan' })).body).toMatchObject({
      code: 'booking-changed',
      lastChange: { actor: 'staff:mari', type: 'fitting-edited' },
    });
    expect((await kati.act('edit-fitting', { ...(await seen(id)), plate: '987 xyz' })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ plate: '987 XYZ', name: null, phone: null, note: '', storage: false });
    expect((await desk.acted()).filter(({ act }) => act === 'edit-fitting')).toEqual([
      { act: 'edit-fitting', actor: 'staff:mari', subject: `fitting ${id}`, outcome: 'done' },
      { act: 'edit-fitting', actor: 'staff:kati', subject: `fitting ${id}`, outcome: 'booking-changed' },
      { act: 'edit-fitting', actor: 'staff:kati', subject: `fitting ${id}`, outcome: 'done' },
    ]);
  });

  test('must be valid; a booking with an order has the data of the order', async () => {
    const kati = await desk.sessionOf('worker');
    const { id } = (await book(kati)).body;
    const edit = async (changes: Record<string, unknown>) =>
      kati.act('edit-fitting', { ...(await seen(id)), ...contact, ...changes });
    expect((await edit({ name: '', plate: '' })).body.errors).toEqual([{ path: 'name', code: 'required' }]);
    expect((await edit({ phone: 'later' })).body.errors).toEqual([{ path: 'phone', code: 'phone' }]);
    expect((await edit({ note: 'x'.repeat(1001) })).status).toBe(422);
    await kati.act('free-fitting', await seen(id));
    expect((await edit({})).body.code).toBe('booking-changed');
    const ordered = await fittingOrder();
    expect((await kati.act('edit-fitting', { ...(await seen(ordered.id)), ...contact })).body.code).toBe('of-order');
  });
});

test('an act on an unknown booking is answered with 404; a refused act on a changed booking names who changed it', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
  const unknown = { id: '7b0c6e0e-6f8e-4a8e-9d5a-0f1a2b3c4d5e', version: 0 };
  for (const act of [
    'free-fitting',
    'fitting-arrived',
    'fitting-done',
    'fitting-missed',
    'undo-fitting',
    'edit-fitting',
  ])
    expect((await kati.act(act, { ...unknown, plate: '123 ABC' })).status, act).toBe(404);
  const { id } = (await book(kati)).body;
  const old = await seen(id);
  await mari.act('fitting-arrived', old);
  expect((await kati.act('fitting-arrived', old)).body).toMatchObject({
    code: 'booking-changed',
    lastChange: { actor: 'staff:mari', type: 'fitting-arrived' },
  });
});
