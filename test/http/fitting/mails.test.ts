import { describe, expect, test } from 'vitest';
import { handleDelays } from '../../../src/shop/checkout/delays/handle-delays.server.ts';
import { cancelForOrder } from '../../../src/shop/checkout/fitting/order-booking.server.ts';
import { fittingShop, monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { calendarOf, eventIn, kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';

const shop = fittingShop();

/** Sends the mails that are due, and returns those to buyers. */
const sent = async () => (await sentMails(shop.context)).filter(({ name }) => !name.includes('-branch-'));

const kinds = async () => (await sent()).map(kindOf);

test('the confirmation says time, place, price, duration and what to bring, and has a calendar file', async () => {
  const order = await shop.order({ locale: 'ee' });
  const [mail] = await sent();
  if (!mail) throw new Error('no mail');
  const text = plain(mail);
  expect(text).toContain('Aeg: esmaspäev, 23. november, kell 10:00');
  expect(text).toContain('Koht: Ringtee, Ringtee 75, 50501 Tartu');
  expect(text).toContain('Kestus: umbes 30 minutit');
  expect(text).toContain('Hind: 60,00 €, maksate filiaalis');
  expect(text).toContain('Veljelukkude (turvapoltide) võti');
  expect(text).toMatch(/Muuda või tühista aeg https:\/\/shop\.example\/fitting\?order=R26-\w+&until=\d+&sign=\S+/);
  expect(text).not.toContain('Helistame Teile');
  expect(calendarOf(mail)).toMatchObject({
    METHOD: 'PUBLISH',
    DTSTART: '20261123T080000Z',
    DTEND: '20261123T083000Z',
    SEQUENCE: '0',
    STATUS: 'CONFIRMED',
    SUMMARY: 'Rehvide paigaldus, Rehvipood',
    LOCATION: 'Ringtee, Ringtee 75, 50501 Tartu',
    DESCRIPTION: expect.stringContaining(`Tellimuse number: ${order.number}.`),
  });
});

test('an order without a time promises a call, and has no calendar file', async () => {
  await shop.order({ at: null });
  const [mail] = await sent();
  if (!mail) throw new Error('no mail');
  expect(plain(mail)).toContain('We will call you to agree a time for fitting.');
  expect(mail.attachments).toHaveLength(1);
});

test('a moved and a cancelled time are mailed; the same event of the calendar is replaced, then cancelled', async () => {
  const order = await shop.order();
  const [placed] = await sent();
  await shop.move(order, startAt(tuesday, '11:00'));
  const [moved] = await sent();
  await shop.cancelTime(order);
  const [freed] = await sent();
  if (!placed || !moved || !freed) throw new Error('a mail is missing');
  const [first, second, third] = [placed, moved, freed].map(calendarOf);
  expect(second).toMatchObject({ UID: first?.UID, DTSTART: '20261124T090000Z', STATUS: 'CONFIRMED' });
  expect(third).toMatchObject({ UID: first?.UID, STATUS: 'CANCELLED' });
  expect([first, second, third].map((event) => Number(event?.SEQUENCE))).toEqual([0, 1, 2]);
  expect(moved.subject).toBe(`Fitting time: Tuesday 24\u00a0November at\u00a011:00 (order ${order.number})`);
  expect(plain(moved)).toContain('Your fitting time has changed.');
  expect(plain(freed)).toContain('You have cancelled your fitting time: Tuesday 24 November at 11:00.');
  expect(plain(freed)).toContain('Choose a new time https://shop.example/fitting?');
});

test('the first time of an existing order is booked, not changed', async () => {
  const order = await shop.order({ at: null });
  await sent();
  await shop.move(order, startAt(tuesday, '11:00'));
  const [mail] = await sent();
  expect(mail && plain(mail)).toContain('Your fitting time is booked.');
});

test('of several changes before their mails are sent, only the last one is mailed', async () => {
  const order = await shop.order();
  await sent();
  shop.setTime('2026-11-20', '12:01');
  await shop.move(order, startAt(tuesday, '11:00'));
  shop.setTime('2026-11-20', '12:02');
  await shop.move(order, startAt(tuesday, '12:00'));
  expect(await kinds()).toEqual(['fitting-moved']);
  shop.setTime('2026-11-20', '12:03');
  await shop.cancelTime(order);
  shop.setTime('2026-11-20', '12:04');
  await shop.move(order, startAt(tuesday, '13:00'));
  const mails = await sent();
  expect(mails.map(kindOf)).toEqual(['fitting-moved']);
  expect(mails[0]?.subject).toContain('13:00');
});

test('the mail about a cancellation by the branch says that the branch cancelled', async () => {
  const order = await shop.order();
  await sent();
  await cancelForOrder(shop.context, order.id, { actor: 'staff:kati', bookedVia: 'desk' });
  const [mail] = await sent();
  expect(mail && plain(mail)).toContain('The branch has cancelled your fitting time');
});

describe('tires that come after the appointment', () => {
  const lateOrder = async () => {
    const order = await shop.order({ items: items(['far', 4]), at: startAt('2026-11-27', '10:00') });
    await sent();
    await shop.rows(`update purchase_for set expected_on = '2026-12-03'`);
    await handleDelays(shop.context, [order.id], 'shop');
    return order;
  };

  test('free it, and only the mail about the delay says so', async () => {
    await lateOrder();
    const mails = await sent();
    expect(mails.map(kindOf)).toEqual(['delayed']);
    const [mail] = mails;
    if (!mail) throw new Error('no mail');
    expect(plain(mail)).toContain(
      'We have therefore had to cancel your fitting time too: Friday 27 November at 10:00.',
    );
    expect(calendarOf(mail)).toMatchObject({ STATUS: 'CANCELLED' });
  });

  test('free it, and a separate mail says so if the delay was a mistake', async () => {
    await lateOrder();
    await shop.rows(`update purchase_for set expected_on = '2026-11-24'`);
    await shop.rows(`update delays set ended_at = now()`);
    await shop.rows(`update letters set dropped_at = now() where kind = 'delayed'`);
    const mails = await sent();
    expect(mails.map(kindOf)).toEqual(['fitting-freed']);
    expect(mails[0] && plain(mails[0])).toContain('The tyres will not be at the branch in time for fitting');
  });
});

test('the mail about a closed order says that its time is cancelled, and cancels it in the calendar', async () => {
  const order = await shop.order({ paymentMethod: 'bank_transfer', at: startAt('2026-11-30', '10:00') });
  const [placed] = await sent();
  expect(placed && plain(placed)).toContain('The time is yours if you pay for the order by the deadline.');
  shop.setTime('2026-11-25', '12:00');
  await shop.releaseExpired();
  const mails = await sent();
  expect(mails.map(kindOf)).toEqual(['expired']);
  const [mail] = mails;
  if (!mail) throw new Error('no mail');
  expect(plain(mail)).toContain('Your fitting time has been cancelled too: Monday 30 November at 10:00.');
  expect(calendarOf(mail)).toMatchObject({ STATUS: 'CANCELLED' });
  expect((await shop.view(order)).fitting.state).toBe('freed');
});

describe('GET /v1/orders/:number/fitting.ics', () => {
  const read = (number: string, token?: string) =>
    shop.app.inject({
      url: `/v1/orders/${number}/fitting.ics`,
      headers: token === undefined ? {} : { 'order-token': token },
    });

  test('answers the appointment of an order for a calendar', async () => {
    const order = await shop.order();
    const answer = await read(order.number, order.token);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''fitting-${order.number}.ics`);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(eventIn(answer.body)).toMatchObject({ DTSTART: '20261123T080000Z', STATUS: 'CONFIRMED' });
    await shop.cancelTime(order);
    expect(eventIn((await read(order.number, order.token)).body)).toMatchObject({ STATUS: 'CANCELLED', SEQUENCE: '1' });
  });

  test('answers not found without the token, with that of another order, and without an appointment', async () => {
    const order = await shop.order({ at: startAt(monday, '10:00') });
    const other = await shop.order({ at: null });
    expect((await read(order.number)).statusCode).toBe(404);
    expect((await read(order.number, other.token)).statusCode).toBe(404);
    expect((await read(other.number, other.token)).json()).toMatchObject({ code: 'not-found' });
  });
});
