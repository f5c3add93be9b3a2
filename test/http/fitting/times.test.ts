import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { blockTime } from '../../../src/shop/checkout/fitting/blocks.server.ts';
import { tellOfFreedTimes } from '../../../src/shop/checkout/fitting/waiting-list.server.ts';
import { fittingShop, monday, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';

/** An online payment method, by which an order is paid within 45 minutes. */
const redirect = 'montonio:paymentInitiation:EE:HABAEE2X';

const provider = stubProvider('montonio').provider;
provider.listMethods = async () => ({
  ok: true,
  value: [{ id: redirect, group: 'bank', label: 'Swedbank', logo: null }],
});

const shop = fittingShop({
  tires: [
    { id: 'tire', stock: { ringtee: 80 } },
    { id: 'other-branch', stock: { annelinn: 80 } },
    { id: 'same-day', stock: { supplier: { count: 80, leadDays: 0 } } },
    { id: 'next-day', stock: { supplier: { count: 80, leadDays: 1 } } },
    { id: 'week', stock: { supplier: { count: 80, leadDays: 5 } } },
  ],
  providers: [provider],
});

const anHour = 3_600_000;

describe('a time that is refused leaves no row', () => {
  test.each([
    ['in the past', startAt('2026-11-19', '10:00')],
    ['less than two hours ahead', startAt('2026-11-20', '13:45')],
    ['61 days ahead', startAt('2027-01-20', '10:00')],
    ['off the quarter of an hour', startAt(monday, '10:10')],
    ['a second after a quarter', new Date(Date.parse(startAt(monday, '10:00')) + 1000).toISOString()],
    ['on a Sunday', startAt('2026-11-22', '10:00')],
    ['on a Saturday outside of its window', startAt('2026-11-28', '09:30')],
    ['on a holiday', startAt('2026-12-24', '10:00')],
    ['that ends after closing', startAt(monday, '17:45')],
    ['before opening', startAt(monday, '08:45')],
    ['after closing of a short day', startAt('2026-12-31', '14:00')],
  ])('%s', async (_case, at) => {
    const answer = await shop.place({ at, paymentMethod: 'bank_transfer' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'slot-taken', starts: expect.any(Array) });
    for (const start of answer.json().starts)
      expect(Date.parse(start)).toBeGreaterThan(shop.now().getTime() + 2 * anHour);
    expect(await shop.rows('select id from fitting_bookings')).toEqual([]);
    expect(await shop.rows('select id from orders')).toEqual([]);
  });

  test.each([['tomorrow'], ['2026-11-23'], ['2026-11-23T25:00:00Z'], [5]])('that is no time: %j', async (at) => {
    const answer = await shop.place({ at });
    expect(answer.json()).toMatchObject({ code: 'validation', errors: [{ path: 'fitting.at' }] });
  });
});

describe('the 60th day', () => {
  test('is the last one that can be booked by a prepaid order', async () => {
    await shop.order({ at: startAt('2027-01-19', '10:00'), paymentMethod: 'bank_transfer' });
    const { days, nextDay } = await shop.slots({ method: 'bank_transfer', from: '2027-01-16' });
    expect(days.at(-1)?.day).toBe('2027-01-19');
    expect(nextDay).toBeNull();
  });

  test.each(['2027-01-20', '9999-12-31', '2026-01-01'])(
    'and the earliest start limit the days that are listed from %s on',
    async (from) => {
      const { days } = await shop.slots({ method: 'bank_transfer', from });
      expect(days.every(({ day }) => day >= '2026-11-25' && day <= '2027-01-19')).toBe(true);
    },
  );
});

test('an order paid at the branch is fitted at most 14 days after its promised day; a prepaid order may be fitted later', async () => {
  expect((await shop.place({ at: startAt('2026-12-07', '10:00') })).json().code).toBe('slot-taken');
  await shop.order({ at: startAt('2026-12-04', '10:00') });
  await shop.order({ at: startAt('2026-12-07', '10:00'), paymentMethod: 'bank_transfer' });
  expect((await shop.slots({ from: '2026-12-03' })).days.at(-1)?.day).toBe('2026-12-04');
});

describe('the earliest start', () => {
  // Friday 20 November 2026; the branches close at 18:00. A transfer is due at the end of the second working day.
  test.each<[time: string, method: string, tire: string, first: string]>([
    ['12:00', 'pay_at_branch', 'tire', '2026-11-20 14:00'],
    ['12:01', 'pay_at_branch', 'tire', '2026-11-20 14:15'],
    ['12:00', redirect, 'tire', '2026-11-20 14:00'],
    ['12:00', 'bank_transfer', 'tire', '2026-11-25 09:00'],
    ['12:00', 'pay_at_branch', 'other-branch', '2026-11-24 09:00'],
    ['12:00', 'pay_at_branch', 'same-day', '2026-11-23 09:00'],
    ['12:00', 'pay_at_branch', 'next-day', '2026-11-24 09:00'],
    ['12:00', redirect, 'next-day', '2026-11-24 09:00'],
    ['12:00', 'bank_transfer', 'next-day', '2026-11-27 09:00'],
    ['12:00', 'pay_at_branch', 'week', '2026-11-30 09:00'],
    ['12:00', 'bank_transfer', 'week', '2026-12-03 09:00'],
    // The supplier takes orders until 15:30. At 15:00 the money of a redirect may still come at 15:45: its tires are ordered on Monday.
    ['14:30', redirect, 'next-day', '2026-11-24 09:00'],
    ['15:00', redirect, 'next-day', '2026-11-25 09:00'],
    ['15:29', 'pay_at_branch', 'next-day', '2026-11-24 09:00'],
    ['15:31', 'pay_at_branch', 'next-day', '2026-11-25 09:00'],
    ['17:50', redirect, 'next-day', '2026-11-25 09:00'],
    ['17:50', redirect, 'tire', '2026-11-23 09:00'],
    ['17:59', 'pay_at_branch', 'next-day', '2026-11-25 09:00'],
    ['18:01', 'pay_at_branch', 'next-day', '2026-11-25 09:00'],
    ['17:59', 'pay_at_branch', 'tire', '2026-11-23 09:00'],
    ['18:01', 'pay_at_branch', 'tire', '2026-11-23 09:00'],
  ])('on Friday at %s by %s of %s is %s', async (time, method, tire, first) => {
    shop.setTime('2026-11-20', time);
    expect(await firstStart(tire, method)).toBe(first);
    await expectFirst(tire, method, first);
  });

  // 24 and 25 December are holidays, a Thursday and a Friday; Ringtee fits on Saturday the 26th by booking.
  test.each<[day: string, time: string, method: string, tire: string, first: string]>([
    ['2026-12-23', '12:00', 'pay_at_branch', 'next-day', '2026-12-29 09:00'],
    ['2026-12-23', '17:59', 'pay_at_branch', 'tire', '2026-12-28 09:00'],
    ['2026-12-23', '13:59', 'pay_at_branch', 'tire', '2026-12-23 16:00'],
    ['2026-12-24', '12:00', 'pay_at_branch', 'tire', '2026-12-28 09:00'],
    ['2026-12-24', '12:00', 'pay_at_branch', 'next-day', '2026-12-30 09:00'],
    ['2026-12-22', '12:00', 'bank_transfer', 'tire', '2026-12-29 09:00'],
    ['2026-12-31', '11:00', 'pay_at_branch', 'tire', '2026-12-31 13:00'],
    ['2026-12-31', '11:46', 'pay_at_branch', 'tire', '2027-01-02 10:00'],
    ['2026-12-31', '12:01', 'pay_at_branch', 'next-day', '2027-01-05 09:00'],
  ])('on %s at %s by %s of %s is %s', async (day, time, method, tire, first) => {
    shop.setTime(day, time);
    expect(await firstStart(tire, method)).toBe(first);
    await expectFirst(tire, method, first);
  });

  async function firstStart(tire: string, method: string): Promise<string | undefined> {
    for (let from: string | null | undefined; from !== null; ) {
      const query: Record<string, string> = { items: `${tire}:4`, method, ...(from && { from }) };
      const { days, nextDay } = await shop.slots(query);
      const open = days.find(({ starts }) => starts.length > 0);
      if (open) return `${open.day} ${open.starts[0]?.time}`;
      from = nextDay;
    }
    return undefined;
  }

  /** Expects that an order can book that start, and not the one a quarter of an hour before. */
  async function expectFirst(tire: string, paymentMethod: string, first: string): Promise<void> {
    const [day = '', time = ''] = first.split(' ');
    const at = startAt(day, time);
    const order = { items: items([tire, 4]), paymentMethod };
    const before = new Date(Date.parse(at) - anHour / 4).toISOString();
    expect((await shop.place({ ...order, at: before })).json().code).toBe('slot-taken');
    expect((await shop.place({ ...order, at })).statusCode).toBe(201);
  }
});

test('the earliest start is after the tires arrive even if a bank transfer is paid on its last day', async () => {
  const order = await shop.order({
    items: items(['next-day', 4]),
    paymentMethod: 'bank_transfer',
    at: startAt('2026-11-27', '09:00'),
  });
  shop.setTime('2026-11-24', '23:59');
  expect(await markPaid(shop.context, order.id, 'operator')).toEqual({ ok: true });
  expect(await shop.view(order)).toMatchObject({
    status: 'confirmed',
    promisedOn: '2026-11-26',
    fitting: { state: 'booked' },
  });
});

test('the earliest day of an order’s appointment is the same on each page of days', async () => {
  const order = await shop.order();
  for (const query of ['', '?from=2026-11-27', '?from=2027-06-01'])
    expect((await shop.slotsOf(order, query)).earliest, query).toBe('2026-11-20');
});

test('bookings for a Saturday that opens by booking only end at 14:00 of the working day before', async () => {
  const saturday = '2026-11-21';
  const at = startAt(saturday, '10:00');
  shop.setTime('2026-11-20', '13:59');
  expect((await shop.slots()).days.find(({ day }) => day === saturday)).toMatchObject({ state: 'open' });
  const order = await shop.order({ at });
  shop.setTime('2026-11-20', '14:00');
  expect((await shop.slots()).days.find(({ day }) => day === saturday)).toMatchObject({ state: 'closed', starts: [] });
  expect((await shop.place({ at: startAt(saturday, '11:00') })).json().code).toBe('slot-taken');
  expect((await shop.move(order, startAt(saturday, '11:00'))).json().code).toBe('slot-taken');
  expect((await shop.view(order)).fitting).toMatchObject({ at, state: 'booked' });
});

test('an opened time on a Saturday by booking is offered after that, and buyers who wait for one are told', async () => {
  const saturday = '2026-11-21';
  const at = startAt(saturday, '12:00');
  shop.setTime('2026-11-20', '15:00');
  const waiting = await shop.order({ fitting: { at: startAt('2026-11-24', '10:00'), vehicle: 'car', earlier: true } });
  const [from, to] = [new Date(startAt(saturday, '12:00')), new Date(startAt(saturday, '18:00'))];
  const opened = { branch: 'ringtee', bay: 3, from, to, isExtraHours: true, reason: 'snow' };
  expect(await blockTime(shop.context, opened, 'staff:kati')).toMatchObject({ ok: true });
  const day = (await shop.slots()).days.find((candidate) => candidate.day === saturday);
  expect(day).toMatchObject({ state: 'open' });
  expect([day?.starts[0]?.time, day?.starts.at(-1)?.time]).toEqual(['12:00', '17:30']);
  await tellOfFreedTimes(shop.context);
  expect(await shop.rows(`select about from letters where kind = 'fitting-earlier'`)).toEqual([{ about: at }]);
  expect((await shop.move(waiting, at)).statusCode).toBe(200);
  expect((await shop.place({ at: startAt(saturday, '11:30') })).json().starts).toEqual([
    startAt(saturday, '12:30'),
    startAt(saturday, '13:00'),
    startAt(saturday, '13:15'),
  ]);
});

test.each([
  ['2026-10-23', '2026-10-23T06:00:00.000Z', '2026-10-26', '2026-10-26T07:00:00.000Z'],
  ['2027-03-26', '2027-03-26T07:00:00.000Z', '2027-03-29', '2027-03-29T06:00:00.000Z'],
])(
  'times are the same on the wall clock before and after the change of clocks: %s',
  async (friday, first, monday, second) => {
    shop.setTime(friday, '06:00');
    const { days } = await shop.slots();
    const dayOf = (date: string) => days.find(({ day }) => day === date);
    expect(dayOf(friday)?.starts[0]).toEqual({ at: first, time: '09:00' });
    expect(dayOf(monday)?.starts[0]).toEqual({ at: second, time: '09:00' });
    expect(dayOf(monday)?.starts.at(-1)?.time).toBe('17:30');
    const order = await shop.order({ at: second });
    const { at, minutes } = (await shop.view(order)).fitting;
    expect({ at, minutes }).toEqual({ at: second, minutes: 30 });
    expect(
      await shop.rows('select ends_at - starts_at = interval \'30 minutes\' as "isHalfHour" from fitting_bookings'),
    ).toEqual([{ isHalfHour: true }]);
  },
);

test('an appointment stays when its day is closed or shortened later, and the day is not offered any more', async () => {
  const order = await shop.order();
  const exceptions = { ...shopConfig.hours.exceptions, [monday]: null };
  const hours = shop.context.shopConfig.hours;
  Object.assign(shop.context, { shopConfig: { ...shopConfig, hours: { ...hours, exceptions } } });
  expect((await shop.view(order)).fitting).toMatchObject({ state: 'booked' });
  expect((await shop.place({ at: startAt(monday, '11:00') })).json().code).toBe('slot-taken');
  expect((await shop.move(order, startAt('2026-11-24', '10:00'))).statusCode).toBe(200);
});
