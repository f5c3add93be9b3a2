import { describe, expect, test } from 'vitest';
import { remindOfFitting } from '../../../src/shop/checkout/fitting/remind-of-fitting.server.ts';
import { fittingShop, monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';
import { failsOnce } from '../../support/shop-context.ts';

const shop = fittingShop();

const reminders = async () => {
  await remindOfFitting(shop.context);
  return (await sentMails(shop.context)).filter((mail) => kindOf(mail) === 'fitting-reminder');
};

test('the buyer is reminded once, at 16:00 of the day before', async () => {
  await shop.order({ at: startAt(tuesday, '10:00') });
  shop.setTime(monday, '15:59');
  expect(await reminders()).toEqual([]);
  shop.setTime(monday, '16:00');
  const [mail] = await reminders();
  expect(mail?.subject).toContain('Tyre fitting: Tuesday 24\u00a0November at\u00a010:00');
  expect(mail && plain(mail)).toContain('locking wheel nuts');
  shop.setTime(monday, '16:10');
  expect(await reminders()).toEqual([]);
});

test('two processes and a clock that is set back send one reminder', async () => {
  await shop.order({ at: startAt(tuesday, '10:00') });
  shop.setTime(monday, '16:00');
  await Promise.all([remindOfFitting(shop.context), remindOfFitting(shop.context)]);
  shop.setTime(monday, '15:00');
  await remindOfFitting(shop.context);
  shop.setTime(monday, '16:00');
  expect(await reminders()).toHaveLength(1);
  expect(await shop.rows(`select from letters where kind = 'fitting-reminder'`)).toHaveLength(1);
});

test('an appointment whose reminder fails does not keep later ones from theirs', async () => {
  await shop.order({ at: startAt(tuesday, '10:00') });
  await shop.order({ at: startAt(tuesday, '11:00') });
  shop.setTime(monday, '16:00');
  const failing = { ...shop.context, enqueue: failsOnce(shop.context.enqueue) };
  await expect(remindOfFitting(failing)).rejects.toThrow('1 reminders of fittings failed: not now');
  expect(await shop.rows(`select from letters where kind = 'fitting-reminder'`)).toHaveLength(1);
  expect(await reminders()).toHaveLength(2);
});

test('an outage at 16:00 delays the reminder', async () => {
  await shop.order({ at: startAt(tuesday, '10:00') });
  shop.setTime(monday, '20:50');
  expect(await reminders()).toHaveLength(1);
});

describe('no reminder is sent', () => {
  test('of a time that was freed', async () => {
    const order = await shop.order({ at: startAt(tuesday, '10:00') });
    await shop.cancelTime(order);
    shop.setTime(monday, '16:00');
    expect(await reminders()).toEqual([]);
  });

  test('of a time that is freed or moved to another day before the mail leaves', async () => {
    const freed = await shop.order({ at: startAt(tuesday, '10:00') });
    const moved = await shop.order({ at: startAt(tuesday, '11:00') });
    shop.setTime(monday, '16:00');
    await remindOfFitting(shop.context);
    await shop.cancelTime(freed);
    await shop.move(moved, startAt('2026-11-26', '11:00'));
    expect(await reminders()).toEqual([]);
    shop.setTime('2026-11-25', '16:00');
    expect(await reminders()).toHaveLength(1);
  });

  test('of a time that was booked or moved less than a day ahead', async () => {
    shop.setTime(monday, '11:00');
    await shop.order({ at: startAt(tuesday, '10:00') });
    const moved = await shop.order({ at: startAt('2026-11-27', '10:00') });
    await shop.move(moved, startAt(tuesday, '10:30'));
    await shop.order({ at: startAt(tuesday, '11:30') });
    shop.setTime(monday, '16:00');
    expect((await reminders()).map(({ subject }) => /\d\d:\d\d/.exec(subject)?.[0])).toEqual(['11:30']);
  });

  test('of times on later days', async () => {
    await shop.order({ at: startAt('2026-11-25', '09:00') });
    shop.setTime(monday, '16:00');
    expect(await reminders()).toEqual([]);
  });
});

test.each([
  ['2026-10-20', '2026-10-23', '2026-10-24'],
  ['2026-10-20', '2026-10-25', '2026-10-26'],
  ['2027-03-23', '2027-03-26', '2027-03-27'],
  ['2027-03-23', '2027-03-28', '2027-03-29'],
])('the wall clock decides in the week of a clock change (%s, %s)', async (placedOn, dayBefore, day) => {
  shop.setTime(placedOn, '10:00');
  await shop.order({ at: startAt(day, '11:00') });
  shop.setTime(dayBefore, '15:59');
  expect(await reminders()).toEqual([]);
  shop.setTime(dayBefore, '16:00');
  const [mail] = await reminders();
  expect(mail?.subject).toContain('at\u00a011:00');
});
