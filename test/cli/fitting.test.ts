import { expect, test } from 'vitest';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../support/shop-context.ts';

const shop = shopOfOrders();

const run = (...args: string[]) => shop.run(['fitting', ...args], undefined, { now: () => fridayNoon });
const json = async (...args: string[]) => {
  const result = await run(...args, '--json');
  expect(result, result.err).toMatchObject({ code: 0 });
  return JSON.parse(result.out);
};

test('fitting: books, moves and frees the time of an order', async () => {
  const number = await shop.order({ fulfilment: 'fitting', plate: '123 ABC' });
  const booked = await json('book', number, '--at', '2026-11-23 09:00', '--vehicle', 'suv', '--storage');
  expect(booked).toMatchObject({
    ok: true,
    booking: { order: number, branch: 'ringtee', bay: 3, at: '2026-11-23T07:00:00.000Z', price: 76 },
  });
  expect(await json('list', '--day', '2026-11-23')).toMatchObject({
    bookings: [{ id: booked.booking.id, time: '09:00', order: { number }, storage: true, mustMove: false }],
  });
  expect((await run('list', '--day', '2026-11-23')).out).toMatch(/ringtee\s+3\s+2026-11-23 09:00\s+45\s+4 × 16″ suv/);
  expect(await json('move', number, '--at', '2026-11-23T10:15', '--bay', '1')).toMatchObject({
    booking: { bay: 1, at: '2026-11-23T08:15:00.000Z' },
  });
  const away = await run('move', number, '--at', '2026-11-23 12:00', '--branch', 'annelinn');
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('at the branch of the order') });
  expect(await run('free', number)).toMatchObject({ code: 2 });
  expect(await json('free', number, '--yes')).toMatchObject({ ok: true });
  expect(await run('free', number, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no open fitting booking'),
  });
  expect((await run('list', '--day', '2026-11-23')).out).toBe('No fitting times.\n');
});

test('fitting: names an order by its stored number, also if its number was typed in lower case or its booking was named', async () => {
  const number = await shop.order({ fulfilment: 'fitting', plate: '123 ABC' });
  const typed = number.toLowerCase();
  const { booking } = await json('book', typed, '--at', '2026-11-23 09:00');
  expect(booking).toMatchObject({ order: number });
  for (const [named, time] of [
    [typed, '10:00'],
    [booking.id, '11:00'],
  ])
    expect(await json('move', named, '--at', `2026-11-23 ${time}`)).toMatchObject({ booking: { order: number } });
  expect((await run('free', typed, '--yes')).out).toBe(
    `The fitting time 2026-11-23 11:00 of ${number} is free again.\n`,
  );
});

test('fitting book: books for a person without an order, and refuses a taken time with the nearest free ones', async () => {
  const plate = ['--branch', 'annelinn', '--wheels', '4', '--rim', '17', '--plate', '456 DEF'];
  const at = ['--at', '2026-11-23 09:00'];
  const first = await json('book', ...plate, ...at);
  expect(await json('move', first.booking.id, '--at', '2026-11-23 09:00', '--branch', 'ringtee')).toMatchObject({
    booking: { branch: 'ringtee', bay: 3 },
  });
  for (const _ of [1, 2]) expect(await json('book', ...plate, ...at)).toMatchObject({ ok: true });
  const result = await run('book', ...plate, ...at);
  expect(result).toMatchObject({
    code: 1,
    err: expect.stringContaining('the nearest free times are 2026-11-23 09:30'),
  });
  expect((await run('book', ...plate.slice(0, 6), ...at)).code).toBe(2);
});

test('fitting book: requires --minutes to book two sets without an order', async () => {
  const sets = [
    '--branch',
    'ringtee',
    '--wheels',
    '8',
    '--rim',
    '17',
    '--plate',
    '456 DEF',
    '--at',
    '2026-11-23 09:00',
  ];
  expect(await run('book', ...sets)).toMatchObject({ code: 1, err: expect.stringContaining('no entry for it') });
  expect(await json('book', ...sets, '--minutes', '75')).toMatchObject({
    booking: { bay: 3, until: '2026-11-23T08:15:00.000Z', price: null },
  });
  expect(await run('book', ...sets, '--minutes', '50')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--minutes: invalid'),
  });
});

test('fitting block: lists the bookings in the blocked time; doctor and `fitting list` name them until the block is removed', async () => {
  const number = await shop.order({ fulfilment: 'fitting' });
  await json('book', number, '--at', '2026-11-23 09:00');
  const time = ['--branch', 'ringtee', '--from', '2026-11-23 08:00', '--to', '2026-11-23 12:00'];
  const blocked = await json('block', ...time, '--reason', 'lift broken');
  expect(blocked).toMatchObject({ ok: true, mustMove: [{ bay: 3, at: '2026-11-23T07:00:00.000Z' }] });
  expect(await json('blocks')).toMatchObject({ blocks: [{ id: blocked.id, bay: null, reason: 'lift broken' }] });
  expect((await run('list', '--to-move')).out).toContain('MOVE');
  const doctor = await shop.run(['doctor', '--json'], undefined, { now: () => fridayNoon });
  expect(doctor.out).toMatch(/1 fitting time that is blocked[^"]*ringtee, 2026-11-23 09:00, 3/);
  expect(await json('unblock', String(blocked.id))).toMatchObject({ ok: true });
  expect((await run('list', '--to-move')).out).toBe('No fitting times.\n');
  expect(await run('unblock', String(blocked.id))).toMatchObject({ code: 1 });
});

test.each([
  [['book', 'R26-XXXX'], 'say when'],
  [['book', '--at', '2026-11-23 09:00'], 'name an order'],
  [['book', 'R26-XXXX', '--at', '2026-02-30 09:00'], 'wall-clock time'],
  [['book', 'R26-XXXX', '--at', '2027-03-28 03:30'], 'wall-clock time'],
  [['block', '--branch', 'ringtee', '--from', '2026-11-23 08:05', '--to', '2026-11-23 12:00'], '--to: invalid'],
  [['list', '--branch', 'tallinn'], '--branch must be one of'],
  [['unblock', 'x'], 'no id of a block'],
])('fitting %j exits with code 2', async (args, words) => {
  expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
});
