import { describe, expect, test } from 'vitest';
import { reportDelay } from '../../../src/shop/checkout/delays/answer-delay.server.ts';
import { answerOf } from '../../../src/shop/order/order-answer.server.ts';
import type { OrderView } from '../../../src/shop/order/order-view.ts';
import { readOrder } from '../../../src/shop/order/read-order.server.ts';
import { fittingPageShop, radiosOf, startsOf, tickedIn } from '../../support/orders/fitting-page.ts';
import { monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';

const { shop, order, linkTo, open, send, bookingsOf } = fittingPageShop();
const wednesday = '2026-11-25';

const booked = (at: string) => expect.objectContaining({ starts_at: new Date(at), state: 'booked' });

test('shows the appointment in the language of the order, and nothing to robots, caches and other sites', async () => {
  const answer = await open(await linkTo(await order(startAt(monday, '10:00'))));
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('<html lang="en-GB">');
  expect(answer.body).toContain('Monday 23\u00a0November at\u00a010:00');
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.body).not.toContain('<script');
});

test('moves the appointment, and shows the new time', async () => {
  const placed = await order(startAt(monday, '10:00'));
  const link = await linkTo(placed);
  const page = await open(link);
  expect(startsOf(page.body)).toContain(startAt(tuesday, '12:00'));
  const moved = await send(link, { act: 'book', at: startAt(tuesday, '12:00'), vehicle: 'car', earlier: 'yes' });
  expect(moved.statusCode).toBe(303);
  const shown = await open(String(moved.headers.location));
  expect(shown.body).toContain('Tuesday 24\u00a0November at\u00a012:00');
  expect(shown.body).toContain('Your fitting time is booked.');
  expect(await bookingsOf(placed)).toEqual([booked(startAt(tuesday, '12:00'))]);
});

test('asks before it cancels the appointment, which can be chosen again', async () => {
  const placed = await order(startAt(monday, '10:00'));
  const link = await linkTo(placed);
  const question = await send(link, { act: 'cancel' });
  expect(question.statusCode).toBe(200);
  expect(question.body).toContain('Cancel the fitting time?');
  expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '10:00'))]);
  const cancelled = await send(link, { act: 'cancel', sure: 'yes' });
  expect(cancelled.statusCode).toBe(303);
  expect(await bookingsOf(placed)).toMatchObject([{ state: 'freed', freed_because: 'buyer' }]);
  const page = await open(String(cancelled.headers.location));
  expect(page.body).toContain('Your fitting time is cancelled.');
  const outdatedPage = await open(String(cancelled.headers.location).replace('said=cancelled', 'said=booked'));
  expect(outdatedPage.body).not.toContain('Your fitting time is booked.');
  expect((await send(link, { act: 'book', at: startAt(wednesday, '09:00'), vehicle: 'car' })).statusCode).toBe(303);
  expect(await bookingsOf(placed)).toMatchObject([{ state: 'freed' }, { state: 'booked' }]);
});

test('lets a buyer without an appointment choose vehicle and time', async () => {
  const placed = await order(null);
  const link = await linkTo(placed);
  const page = await open(`${link}&vehicle=suv`);
  expect(page.body).toContain('name="vehicle" value="suv"');
  expect((await send(link, { act: 'book', at: startAt(monday, '13:00'), vehicle: 'suv' })).statusCode).toBe(303);
  expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '13:00'))]);
});

test('opening a link 100 times changes nothing', async () => {
  const placed = await order(startAt(monday, '10:00'));
  const before = { bookings: await bookingsOf(placed), events: await events() };
  const link = await linkTo(placed, new Date(startAt(tuesday, '12:00')));
  for (const url of Array.from({ length: 50 }, () => link)) {
    expect((await open(url)).statusCode).toBe(200);
    expect((await shop.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  }
  expect({ bookings: await bookingsOf(placed), events: await events() }).toEqual(before);
});

const events = () => shop.context.db.selectFrom('order_events').select(['type', 'data']).orderBy('id').execute();

/** Returns a signature with another first character. */
const flipped = (sign: string) => `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`;

describe('a link that is not valid shows and changes nothing of an order', () => {
  test.each([
    ['another order', (link: URLSearchParams, other: OrderView) => link.set('order', other.number)],
    ['a later expiry', (link: URLSearchParams) => link.set('until', `${Number(link.get('until')) + 60}`)],
    ['an altered signature', (link: URLSearchParams) => link.set('sign', flipped(link.get('sign') ?? ''))],
    ['no signature', (link: URLSearchParams) => link.delete('sign')],
    ['an unknown order', (link: URLSearchParams) => link.set('order', 'R26-00000')],
    ['a NUL character', (link: URLSearchParams) => link.set('order', '\0')],
  ])('%s', async (_, alter) => {
    const placed = await order(startAt(monday, '10:00'));
    const other = await order(startAt(monday, '11:00'));
    const search = new URL(await linkTo(placed), 'http://shop').searchParams;
    alter(search, other);
    await expectInvalid(`/fitting?${search}`, placed);
    expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '10:00'))]);
    expect(await bookingsOf(other)).toEqual([booked(startAt(monday, '11:00'))]);
  });

  test('an appointment that has begun', async () => {
    const placed = await order(startAt(monday, '10:00'));
    const link = await linkTo(placed);
    shop.setTime(monday, '10:00');
    await expectInvalid(link, placed);
  });

  async function expectInvalid(link: string, { number, customer }: OrderView) {
    for (const answer of [await open(link), await send(link, { act: 'cancel', sure: 'yes' })]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('This link is not valid');
      expect(answer.body).not.toContain(number);
      expect(answer.body).not.toContain(customer.name);
    }
  }
});

test('in the last two hours before the appointment, refuses changes and names the phone of the branch', async () => {
  const placed = await order(startAt(monday, '15:00'));
  const link = await linkTo(placed);
  shop.setTime(monday, '13:01');
  const page = await open(link);
  expect(page.body).toContain('can now only be changed by phone');
  expect(startsOf(page.body)).toEqual([]);
  const acts: Record<string, string>[] = [
    { act: 'cancel', sure: 'yes' },
    { act: 'book', at: startAt(tuesday, '12:00'), vehicle: 'car' },
  ];
  for (const fields of acts) {
    expect((await send(link, fields)).statusCode).toBe(409);
  }
  expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '15:00'))]);
});

test('offers the nearest times if the chosen one was taken', async () => {
  const placed = await order(startAt(monday, '10:00'));
  const link = await linkTo(placed);
  const wanted = startAt(tuesday, '12:00');
  // Both bays of the branch that buyers can book.
  for (let n = 0; n < 2; n++) await order(wanted);
  const refused = await send(link, { act: 'book', at: wanted, vehicle: 'car' });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('Somebody has just taken this time');
  expect(refused.body).toContain('The nearest free times');
  const [nearest = ''] = startsOf(refused.body);
  expect(Math.abs(Date.parse(nearest) - Date.parse(wanted))).toBeLessThanOrEqual(60 * 60_000);
  expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '10:00'))]);
  expect((await send(link, { act: 'book', at: nearest, vehicle: 'car' })).statusCode).toBe(303);
});

test('opens at the start that the link names, or says that it is taken', async () => {
  const placed = await order(startAt(wednesday, '10:00'));
  const at = new Date(startAt(tuesday, '12:00'));
  const link = await linkTo(placed, at);
  const chosen = radiosOf((await open(link)).body).filter(({ checked }) => checked);
  expect(chosen).toEqual([{ at: at.toISOString(), checked: true }]);
  for (let n = 0; n < 2; n++) await order(at.toISOString());
  const page = await open(link);
  expect(page.body).toContain('Somebody has just taken this time');
  expect(radiosOf(page.body).some(({ checked }) => checked)).toBe(false);
});

test('asks for a time if the chosen one is missing or not valid', async () => {
  const placed = await order(startAt(monday, '10:00'));
  const link = await linkTo(placed);
  const wrong: Record<string, string>[] = [{}, { at: 'soon' }, { at: startAt(tuesday, '12:00'), vehicle: 'boat' }];
  for (const fields of wrong) {
    const answer = await send(link, { act: 'book', vehicle: 'car', ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Choose a time.');
  }
  expect((await send(link, { act: 'unknown' })).statusCode).toBe(400);
  expect(await bookingsOf(placed)).toEqual([booked(startAt(monday, '10:00'))]);
});

test('keeps the ticks of a refused form', async () => {
  const link = await linkTo(await order(startAt(monday, '10:00')));
  const withoutTime = { act: 'book', vehicle: 'car' };
  const refused = await send(link, { ...withoutTime, storage: 'yes', earlier: 'yes' });
  expect(refused.statusCode).toBe(400);
  expect(tickedIn(refused.body)).toEqual(['storage', 'earlier']);
  expect(tickedIn((await open(link)).body)).toEqual([]);
  await send(link, { ...withoutTime, at: startAt(tuesday, '12:00'), storage: 'yes' });
  expect(tickedIn((await open(link)).body)).toEqual(['storage']);
  expect(tickedIn((await send(link, withoutTime)).body)).toEqual([]);
});

test('links to every week that can be booked', async () => {
  const link = await linkTo(await order(startAt(monday, '10:00')));
  let next: string | undefined = link;
  const days = new Set<string>();
  for (let weeks = 0; next && weeks < 12; weeks++) {
    const { body } = await open(next);
    for (const at of startsOf(body)) days.add(at.slice(0, 10));
    next = /href="([^"]+)">Later days/.exec(body)?.[1]?.replaceAll('&amp;', '&');
  }
  // Paid at the branch: 14 days after the tires are there.
  expect([...days].sort().at(0)).toBe('2026-11-20');
  expect([...days].sort().at(-1)).toBe('2026-12-04');
});

test('the link to earlier days leads to the first week, which has no such link', async () => {
  const { body } = await open(`${await linkTo(await order(startAt(monday, '10:00')))}&from=2026-11-27`);
  const earlier = /href="([^"]+)">Earlier days/.exec(body)?.[1]?.replaceAll('&amp;', '&');
  const first = (await open(earlier ?? '')).body;
  expect(startsOf(first)[0]?.slice(0, 10)).toBe('2026-11-20');
  expect(first).not.toContain('Earlier days');
});

test('late tires free the appointment, and a later one is chosen by the link', async () => {
  const placed = await order(startAt('2026-11-27', '10:00'), { items: [{ id: 'far', count: 4, price: 79.9 }] });
  const { id } = await shop.context.db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const expected = { day: '2026-12-01', reason: 'lost between the branches' };
  expect(await reportDelay(shop.context, id, expected, 'operator:kati')).toMatchObject({ ok: true });
  expect(await bookingsOf(placed)).toMatchObject([{ state: 'freed', freed_because: 'late' }]);
  const link = await linkTo(answerOf(await readOrder(shop.context.db, id), shop.context.shopConfig).order);
  const page = await open(link);
  expect(page.body).toContain('The tyres will not be at the branch in time');
  expect(startsOf(page.body)[0]).toBe(startAt('2026-12-02', '09:00'));
  expect((await send(link, { act: 'book', at: startAt('2026-12-01', '12:00'), vehicle: 'car' })).statusCode).toBe(409);
  expect((await send(link, { act: 'book', at: startAt('2026-12-03', '12:00'), vehicle: 'car' })).statusCode).toBe(303);
  expect(await bookingsOf(placed)).toMatchObject([
    { state: 'freed' },
    { state: 'booked', starts_at: new Date(startAt('2026-12-03', '12:00')) },
  ]);
});

test('names the phone of the branch for tires whose time is agreed there', async () => {
  const placed = await order(null, { items: [{ id: 'tire', count: 8, price: 79.9 }] });
  const page = await open(await linkTo(placed));
  expect(page.body).toContain('We agree the fitting time for these tyres by phone');
  expect(startsOf(page.body)).toEqual([]);
});

test('two buyers who swap their times concurrently lose none', async () => {
  const [first, second] = [await order(startAt(monday, '10:00')), await order(startAt(monday, '12:00'))];
  const answers = await Promise.all([
    send(await linkTo(first), { act: 'book', at: startAt(monday, '12:00'), vehicle: 'car' }),
    send(await linkTo(second), { act: 'book', at: startAt(monday, '10:00'), vehicle: 'car' }),
  ]);
  for (const { statusCode } of answers) expect([303, 409]).toContain(statusCode);
  for (const placed of [first, second]) expect(await bookingsOf(placed)).toMatchObject([{ state: 'booked' }]);
});
