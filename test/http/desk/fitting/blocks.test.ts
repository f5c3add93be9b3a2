import { describe, expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { fittingsOf, friday, type Session } from '../../../support/desk/fittings.ts';

const desk = deskOfOrders();
const { book, fittingOrder, rowOf, seen, stateOf } = fittingsOf(desk);

describe('a block', () => {
  const block = (session: Session, changes: Record<string, unknown> = {}) =>
    session.act('block-time', {
      ...{ branch: 'ringtee', bay: 3, from: friday('14:00'), to: friday('16:00'), opens: false, reason: 'lift' },
      ...changes,
    });

  test('that overlaps bookings lists them; they stay until an employee moves them', async () => {
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

  test('that is made concurrently with a booking lists the booking, or the booking is refused', async () => {
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

  test('needs a known bay, whole quarters of an hour and a reason that can be stored, ends in the future, and opens at most one day', async () => {
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
    expect(await block(kati, { reason: 'a\0b' })).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: [{ path: 'reason', code: 'invalid' }] },
    });
    expect((await block(kati, { to: new Date('2026-11-25T16:00:00Z').toISOString() })).status).toBe(200);
  });
});
