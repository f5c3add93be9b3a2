import { expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const friday = (time: string) => new Date(`2026-11-20T${time}:00+02:00`).toISOString();

const book = (session: Session, changes: Record<string, unknown> = {}) =>
  session.act('book-fitting', {
    ...{ branch: 'ringtee', vehicle: 'car', wheels: 4, rim: 17, channel: 'phone', plate: '123 ABC' },
    at: friday('14:00'),
    ...changes,
  });

const dayOf = async (session: Session, day = '2026-11-20') =>
  (await session.get(`/api/calendar?branch=ringtee&day=${day}`)).body;

test('a day shows hours, bays, bookings with their orders, and blocks', async () => {
  const number = await desk.shop.paidOrder({
    fulfilment: 'fitting',
    plate: '987 XYZ',
    fitting: { at: friday('15:00'), vehicle: 'suv', storage: true, earlier: false },
  });
  const kati = await desk.enrol('worker', 'kati');
  await book(kati, { name: 'Jaan Tamm', phone: '5123 4567', note: 'puncture', wheels: 1, plate: '123 abc' });
  const blocked = { branch: 'ringtee', bay: 2, from: friday('16:00'), to: friday('18:00'), opens: false };
  await kati.act('block-time', { ...blocked, reason: 'lift' });
  const day = await dayOf(kati);
  expect(day).toMatchObject({
    ...{ branch: 'ringtee', day: '2026-11-20', noon: friday('12:00'), byBooking: false },
    hours: { opens: '09:00', closes: '18:00' },
    bays: [{ id: 1, online: true }, { id: 2 }, { id: 3, online: false }],
    bookings: [
      {
        ...{ order: null, bay: 3, time: '14:00', minutes: 30, state: 'booked', channel: 'phone', mustMove: false },
        ...{ name: 'Jaan Tamm', phone: '5123 4567', plate: '123 ABC', wheels: 1, note: 'puncture', priceCents: 3300 },
      },
      {
        order: { number, tires: { state: 'here', here: 4 }, money: { paid: true, dueCents: 0 }, shelf: null },
        ...{ time: '15:00', minutes: 45, vehicle: 'suv', plate: '987 XYZ', storage: true, channel: 'web' },
        ...{ name: 'Mari Maasikas', phone: '+372 5123 4567' },
      },
    ],
    blocks: [{ bay: 2, opens: false, reason: 'lift', madeBy: 'staff:kati' }],
  });
  expect((await kati.get('/api/calendar?branch=nowhere&day=2026-11-20')).status).toBe(404);
  expect((await kati.get('/api/calendar?branch=ringtee&day=today')).status).toBe(422);
  // A missed booking stays visible; a freed one does not.
  const [first, second] = day.bookings as { id: string; version: number }[];
  await kati.act('free-fitting', { id: first?.id, version: 0 });
  expect(((await dayOf(kati)).bookings as { id: string }[]).map(({ id }) => id)).toEqual([second?.id]);
});

test('lists bookings on closed days and in blocks as to be moved, until they are moved', async () => {
  const kati = await desk.sessionOf('worker');
  const { id } = (await book(kati)).body;
  const whole = { branch: 'ringtee', bay: null, from: friday('09:00'), to: friday('18:00'), opens: false, reason: '' };
  await kati.act('block-time', whole);
  expect(await dayOf(kati)).toMatchObject({ bookings: [{ mustMove: true }] });
  const week = async () => (await kati.get('/api/calendar/week?branch=ringtee&day=2026-11-20')).body;
  expect((await week()).days).toMatchObject({
    4: { bookings: 1, mustMove: 1, freeHours: 0, blocked: true, opened: false },
  });
  const monday = new Date('2026-11-23T10:00:00+02:00').toISOString();
  expect((await kati.act('move-fitting', { id, version: 0, at: monday })).status).toBe(200);
  expect(await dayOf(kati)).toMatchObject({ bookings: [] });
  expect(await dayOf(kati, '2026-11-23')).toMatchObject({ bookings: [{ mustMove: false }] });
});

test('a week begins on Monday, and counts bookings and free hours', async () => {
  const kati = await desk.sessionOf('worker');
  await book(kati);
  const { body } = await kati.get('/api/calendar/week?branch=ringtee&day=2026-11-22');
  const days = body.days as { day: string }[];
  expect(days.map(({ day }) => day)).toEqual([
    ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
  ]);
  expect(days).toMatchObject([
    ...[{ freeHours: 0 }, { freeHours: 0 }, { freeHours: 0 }, { freeHours: 0 }],
    // Three bays from noon to 18:00, and a booking of half an hour.
    { bookings: 1, freeHours: 17.5, hours: { opens: '09:00', closes: '18:00' } },
    { bookings: 0, freeHours: 15, byBooking: true, hours: { opens: '10:00', closes: '15:00' } },
    { bookings: 0, freeHours: 0, hours: null },
  ]);
});

test('the desk gets free starts for a job and for a booking that is moved; the slot of that booking counts as free', async () => {
  const kati = await desk.sessionOf('worker');
  const booked = [await book(kati), await book(kati), await book(kati)];
  const starts = async (path: string) => {
    const { body } = await kati.get(`/api/calendar/starts${path}`);
    const days = body.days as { day: string; starts: { at: string; time: string }[] }[];
    return { ...body, times: days[0]?.starts.map(({ time }) => time) ?? [] };
  };
  const job = await starts('?branch=ringtee&vehicle=car&wheels=4&rim=17');
  expect(job).toMatchObject({ work: { minutes: 30, priceCents: 6600 }, nextDay: '2026-11-27' });
  expect(job.times).not.toContain('14:00');
  expect(job.times[0]).toBe('12:00');
  expect((await starts(`/${booked[0]?.body.id}`)).times).toContain('14:00');
  expect(await starts('?branch=ringtee&vehicle=van&wheels=4&rim=24')).toMatchObject({ work: null });
  expect(await starts('?branch=ringtee&vehicle=car&wheels=4&rim=17&from=2026-11-27')).toMatchObject({
    days: { 0: { day: '2026-11-27' } },
  });
  expect((await kati.get('/api/calendar/starts/7b0c6e0e-6f8e-4a8e-9d5a-0f1a2b3c4d5e')).status).toBe(404);
});

test('announces each change of the calendar to the screens', async () => {
  const kati = await desk.sessionOf('worker');
  const response = await fetch(`${desk.address}/api/events`, { headers: { cookie: `__Host-desk=${kati.session}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: RegExp) => {
    while (!wanted.test(text)) text += (await reader?.read())?.value ?? '';
  };
  await until(/retry: 1000/);
  await book(kati);
  await until(/"topics":\[[^\]]*"fitting"/);
  await reader?.cancel();
});
