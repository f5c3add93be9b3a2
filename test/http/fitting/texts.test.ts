import { beforeEach, describe, expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { bookWithoutOrder, cancelAtDesk, moveAtDesk } from '../../../src/shop/checkout/fitting/desk-booking.server.ts';
import { editBooking } from '../../../src/shop/checkout/fitting/edit-booking.server.ts';
import { remindOfFitting } from '../../../src/shop/checkout/fitting/remind-of-fitting.server.ts';
import { fittingShop, monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { sentMails } from '../../support/orders/sent-mails.ts';
import { runJobs } from '../../support/shop-context.ts';

type Text = { to: string; text: string };

let texts: Text[] = [];
let isDown = false;
let isSlow = false;

/** A gateway that takes every message while it is not down. While it is slow, its answers come too late. */
const gateway = {
  send: async (to: string, text: string) => {
    if (isDown) throw new Error('the gateway for text messages answered 503');
    texts.push({ to, text });
    return isSlow ? ('unclear' as const) : ('sent' as const);
  },
};

const shop = fittingShop({ textMessages: gateway });

beforeEach(() => {
  texts = [];
  isDown = false;
  isSlow = false;
});

/** Places an order as an employee does on the phone: without an e-mail address. */
async function phoneOrder(at: string) {
  const order = await shop.order({ at, locale: 'ee' });
  await shop.rows(`update orders set email = '', channel = 'phone' where id = $1`, [order.id]);
  await sentMails(shop.context);
  return order;
}

const sent = async (): Promise<Text[]> => {
  texts = [];
  await sentMails(shop.context);
  return texts;
};

test('a buyer without an address gets text messages about a moved and a freed time, and a reminder', async () => {
  const order = await phoneOrder(startAt(tuesday, '10:00'));
  await shop.move(order, startAt(tuesday, '11:00'));
  expect(await sent()).toEqual([
    {
      to: '+37251234567',
      text: 'Rehvipood: rehvide paigalduse aeg on 24. november, kell 11:00. Filiaal Ringtee, Ringtee 75. Kui aeg ei sobi, helistage +372 700 0101.',
    },
  ]);
  shop.setTime(monday, '16:00');
  await remindOfFitting(shop.context);
  await remindOfFitting(shop.context);
  const reminders = await sent();
  expect(reminders).toHaveLength(1);
  expect(reminders[0]?.text).toContain('tuletame meelde rehvide paigalduse aega: 24. november, kell 11:00');
  await shop.cancelTime(order);
  expect((await sent())[0]?.text).toContain('rehvide paigalduse aeg on tühistatud (24. november, kell 11:00)');
});

test('changes of a booking without an order are texted to its phone number, as corrected before the message is sent', async () => {
  const work = { vehicle: 'car', wheels: 4, rim: 16, runFlat: false } as const;
  const form = {
    branch: 'ringtee',
    work,
    channel: 'phone',
    name: 'Jüri',
    plate: '',
    note: '',
    storage: false,
  } as const;
  const at = (day: string, time: string) => instantAt(day, time);
  const booked = await bookWithoutOrder(
    shop.context,
    { ...form, phone: '5555 1234', at: at(tuesday, '10:00') },
    'staff:kati',
  );
  const unknown = await bookWithoutOrder(shop.context, { ...form, phone: '', at: at(tuesday, '12:00') }, 'staff:kati');
  if (!booked.ok || !unknown.ok) throw new Error('not booked');
  expect(await sent()).toEqual([]);
  for (const { booking } of [booked, unknown])
    await moveAtDesk(shop.context, { id: booking.id }, { at: at(tuesday, '14:00') }, 'staff:kati');
  expect((await sent()).map(({ to }) => to)).toEqual(['+37255551234']);
  await moveAtDesk(shop.context, { id: booked.booking.id }, { at: at(tuesday, '15:00') }, 'staff:kati');
  await editBooking(shop.context, { id: booked.booking.id }, { ...form, phone: '5555 4321' });
  expect((await sent()).map(({ to }) => to)).toEqual(['+37255554321']);
  const there = { branch: 'annelinn', at: at(tuesday, '15:00') };
  await moveAtDesk(shop.context, { id: booked.booking.id }, there, 'staff:kati');
  expect((await sent()).map(({ text }) => text)).toEqual([expect.stringContaining('Annelinn')]);
  await cancelAtDesk(shop.context, { id: booked.booking.id }, 'staff:kati');
  expect((await sent())[0]?.text).toContain('tühistatud');
  expect(await shop.rows('select from fitting_texts where dropped_at is not null')).toHaveLength(1);
});

test('a buyer with an address gets no text message', async () => {
  const order = await shop.order({ at: startAt(tuesday, '10:00') });
  await shop.move(order, startAt(tuesday, '11:00'));
  expect(await sent()).toEqual([]);
});

test('a text message that the gateway did not take is sent later, once, and no error has the number', async () => {
  const order = await phoneOrder(startAt(tuesday, '10:00'));
  await shop.move(order, startAt(tuesday, '11:00'));
  isDown = true;
  const { failed } = await runJobs(shop.context);
  expect(failed.map(({ name }) => name)).toEqual(['send-text']);
  const jobs = await shop.rows(`select data, output from pgboss.job where name = 'send-text'`);
  expect(JSON.stringify(jobs)).not.toContain('5123');
  isDown = false;
  await shop.rows(`update pgboss.job set start_after = now() - interval '1 second' where name = 'send-text'`);
  expect(await sent()).toHaveLength(1);
  expect(await sent()).toEqual([]);
});

test('a text message whose gateway answers too late is sent at most twice', async () => {
  const order = await phoneOrder(startAt(tuesday, '10:00'));
  await shop.move(order, startAt(tuesday, '11:00'));
  isSlow = true;
  for (let run = 0; run < 4; run += 1) {
    await runJobs(shop.context);
    await shop.rows(`update pgboss.job set start_after = now() - interval '1 second' where name = 'send-text'`);
  }
  expect(texts).toHaveLength(2);
  expect(await shop.rows('select from fitting_texts where sent_at is null')).toEqual([]);
});

test('drops a text message if the appointment is moved again before the message is sent', async () => {
  const order = await phoneOrder(startAt(tuesday, '10:00'));
  await shop.move(order, startAt(tuesday, '11:00'));
  await shop.move(order, startAt(tuesday, '12:00'));
  expect((await sent()).map(({ text }) => /kell [\d:]+/.exec(text)?.[0])).toEqual(['kell 12:00']);
});

test('sends a text message about a new time although the booking is moved to another bay before the message is sent', async () => {
  const order = await phoneOrder(startAt(tuesday, '10:00'));
  await shop.move(order, startAt(tuesday, '11:00'));
  const [{ id, bay }] = await shop.rows('select id, bay from fitting_bookings');
  const at = new Date(startAt(tuesday, '11:00'));
  const moved = await moveAtDesk(shop.context, { id }, { at, bay: bay === 1 ? 2 : 1 }, 'staff:kati');
  expect(moved).toMatchObject({ ok: true, booking: { version: 2 } });
  expect((await sent()).map(({ text }) => /kell [\d:]+/.exec(text)?.[0])).toEqual(['kell 11:00']);
});

test('a message about a new time less than a day ahead replaces the reminder of a buyer without an e-mail address', async () => {
  const order = await phoneOrder(startAt('2026-11-27', '10:00'));
  shop.setTime(monday, '11:00');
  await shop.move(order, startAt(tuesday, '10:30'));
  expect(await sent()).toHaveLength(1);
  shop.setTime(monday, '16:00');
  await remindOfFitting(shop.context);
  expect(await sent()).toEqual([]);
});

describe('without a gateway', () => {
  const plainShop = fittingShop();

  test('no text message is enqueued', async () => {
    const order = await plainShop.order({ at: startAt(tuesday, '10:00') });
    await plainShop.rows(`update orders set email = '' where id = $1`, [order.id]);
    await plainShop.move(order, startAt(tuesday, '11:00'));
    plainShop.setTime(monday, '16:00');
    await remindOfFitting(plainShop.context);
    expect(await plainShop.rows('select from fitting_texts')).toEqual([]);
  });
});
