import { expect, test } from 'vitest';
import { markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { handOver, undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { fittingShop, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';

const shop = fittingShop();
const actor = 'staff:kati';

/** An order with an appointment that its hand-over cancelled, because the tires left before that day. */
async function handedOver(at: string, locale = 'en') {
  const order = await shop.order({ at, locale });
  expect(await markPaid(shop.context, order.id, actor, { tender: 'card' })).toEqual({ ok: true });
  expect(await handOver(shop.context, order.id, actor)).toEqual({ ok: true });
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'closed' }]);
  await sentMails(shop.context);
  return order;
}

test('a Saturday by booking is booked again after the last time at which buyers book it', async () => {
  const saturday = startAt('2026-11-21', '10:00');
  const order = await handedOver(saturday);
  shop.setTime('2026-11-20', '14:05');
  expect(await undoHandOver(shop.context, order.id, actor)).toEqual({ ok: true });
  expect((await shop.view(order)).fitting).toMatchObject({ at: saturday, state: 'booked' });
  expect(await sentMails(shop.context)).toEqual([]);
});

test.each([
  ['en', 'The branch has cancelled your fitting time: Tuesday 24 November at 10:00.'],
  ['ee', 'Filiaal tühistas Teie paigalduse aja: teisipäev, 24. november, kell 10:00.'],
  ['ru', 'Филиал отменил вашу запись на установку: вторник, 24 ноября в 10:00.'],
])('if the time is taken, the mail says that the branch has cancelled it: %s', async (locale, words) => {
  const order = await handedOver(startAt(tuesday, '10:00'), locale);
  await shop.block(tuesday, ['09:00', '18:00']);
  expect(await undoHandOver(shop.context, order.id, actor)).toEqual({ ok: true });
  const [mail, ...others] = await sentMails(shop.context);
  expect(others).toEqual([]);
  expect(mail && kindOf(mail)).toBe('fitting-freed');
  expect(mail && plain(mail)).toContain(words);
  expect(mail && plain(mail)).toMatch(/fitting\?order=/);
});

test('a time that is over is not booked again', async () => {
  const order = await handedOver(startAt(tuesday, '10:00'));
  shop.setTime(tuesday, '10:15');
  expect(await undoHandOver(shop.context, order.id, actor)).toEqual({ ok: true });
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'desk' }]);
});

const thursday = '2026-11-26';

test('an appointment that an expired order had lost before it was paid late stays lost, without another mail', async () => {
  const order = await shop.order({ at: startAt(thursday, '10:00'), paymentMethod: 'bank_transfer' });
  await shop.block(thursday, ['09:00', '18:00']);
  await shop.rows('update orders set held_until = $1', [new Date(shop.context.now().getTime() - 60 * 60_000)]);
  expect(await shop.releaseExpired()).toBe(1);
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'expired' }]);
  expect(await markPaid(shop.context, order.id, actor, { tender: 'card' })).toEqual({ ok: true });
  expect(await handOver(shop.context, order.id, actor)).toEqual({ ok: true });
  await sentMails(shop.context);
  expect(await undoHandOver(shop.context, order.id, actor)).toEqual({ ok: true });
  expect(await sentMails(shop.context)).toEqual([]);
  expect(await shop.bookings()).toMatchObject([{ state: 'freed', because: 'expired' }]);
});
