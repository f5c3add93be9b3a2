import { beforeEach, describe, expect, test } from 'vitest';
import { blockTime, unblockTime } from '../../../src/shop/checkout/fitting/blocks.server.ts';
import { tellOfFreedTimes } from '../../../src/shop/checkout/fitting/waiting-list.server.ts';
import { fittingShop, monday, type Order, startAt, tuesday } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';
import { failsOnce } from '../../support/shop-context.ts';

const shop = fittingShop();

/** Runs the job, and returns the mails that offer earlier times. */
const told = async () => {
  await tellOfFreedTimes(shop.context);
  return (await sentMails(shop.context)).filter((mail) => kindOf(mail) === 'fitting-earlier');
};

const numbersOf = (mails: { subject: string }[]) => mails.map(({ subject }) => /R26-\w+/.exec(subject)?.[0]).sort();

let minute: number;
beforeEach(() => {
  minute = 0;
});

/** Places an order whose buyer waits for an earlier time, one a minute. */
async function waiting(at: string, changes: object = {}) {
  minute += 1;
  shop.setTime('2026-11-20', `12:${String(minute).padStart(2, '0')}`);
  return shop.order({ fitting: { at, vehicle: 'car', earlier: true }, ...changes });
}

const numbers = (...orders: Order[]) => orders.map(({ number }) => number).sort();

test('a freed time is mailed once to the three who have waited longest, and the first who books it gets it', async () => {
  const freed = await shop.order({ at: startAt(monday, '10:00') });
  const first = await waiting(startAt(tuesday, '10:00'));
  const second = await waiting(startAt(tuesday, '11:00'));
  const third = await waiting(startAt(tuesday, '12:00'));
  await waiting(startAt(tuesday, '13:00'));
  await sentMails(shop.context);
  await shop.cancelTime(freed);
  const mails = await told();
  expect(numbersOf(mails)).toEqual(numbers(first, second, third));
  expect(mails[0] && plain(mails[0])).toContain(
    'An earlier fitting time has become free: Monday 23 November at 10:00.',
  );
  expect(mails[0] && plain(mails[0])).toMatch(/fitting\?order=\S+&at=2026-11-23T08%3A00%3A00\.000Z/);
  expect(await told()).toEqual([]);

  await shop.rows(
    `insert into fitting_blocks (branch, bay, starts_at, ends_at, opens, made_by, made_at)
    select 'ringtee', bay, $1, $2, false, 'staff:kati', now() from unnest(array[1, 3]) bay`,
    [startAt(monday, '09:00'), startAt(monday, '18:00')],
  );
  const answers = [await shop.move(second, startAt(monday, '10:00')), await shop.move(first, startAt(monday, '10:00'))];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
  expect(answers[1]?.json()).toMatchObject({ code: 'slot-taken' });
});

test('a freed time that cannot be offered does not keep later ones from being offered', async () => {
  const freed = [
    await shop.order({ at: startAt(monday, '10:00') }),
    await shop.order({ at: startAt(monday, '11:00') }),
  ];
  await waiting(startAt(tuesday, '10:00'));
  await sentMails(shop.context);
  for (const order of freed) await shop.cancelTime(order);
  const failing = { ...shop.context, enqueue: failsOnce(shop.context.enqueue) };
  await expect(tellOfFreedTimes(failing)).rejects.toThrow('1 offers of freed times failed: not now');
  const offered = () => shop.rows(`select about from letters where kind = 'fitting-earlier' order by about`);
  expect(await offered()).toEqual([{ about: '2026-11-23T09:00:00.000Z' }]);
  await tellOfFreedTimes(shop.context);
  expect(await offered()).toEqual([{ about: '2026-11-23T08:00:00.000Z' }, { about: '2026-11-23T09:00:00.000Z' }]);
});

test('the earlier time of a moved appointment is offered, too', async () => {
  const moving = await shop.order({ at: startAt(monday, '10:00') });
  const order = await waiting(startAt('2026-11-26', '10:00'));
  await shop.move(moving, startAt(tuesday, '10:00'));
  expect(numbersOf(await told())).toEqual([order.number]);
});

test('mails only waiting buyers of the branch whose appointment is later and whose tires arrive in time', async () => {
  const freed = await shop.order({ at: startAt(tuesday, '10:00') });
  await shop.order({ at: startAt('2026-11-25', '10:00') });
  await waiting(startAt(monday, '10:00'));
  await waiting(startAt('2026-11-25', '11:00'), { branch: 'annelinn' });
  await waiting(startAt('2026-11-30', '10:00'), { items: items(['far', 4]) });
  const gone = await waiting(startAt('2026-11-25', '12:00'));
  await shop.cancelTime(gone);
  await tellOfFreedTimes(shop.context);
  await shop.cancelTime(freed);
  await tellOfFreedTimes(shop.context);
  expect(await shop.rows(`select from letters where kind = 'fitting-earlier'`)).toEqual([]);
});

test('offers no time that begins in less than three hours, or whose bay cannot do the work', async () => {
  const freed = await shop.order({ at: startAt(monday, '11:00') });
  await waiting(startAt(tuesday, '10:00'));
  shop.setTime(monday, '08:01');
  await shop.cancelTime(freed);
  expect(await told()).toEqual([]);
  expect(await shop.rows('select from freed_times')).toEqual([]);

  const blocked = await shop.order({ at: startAt(monday, '13:00') });
  await shop.cancelTime(blocked);
  await shop.block(monday, ['12:00', '15:00']);
  expect(await told()).toEqual([]);
});

test('when a time is freed again, only buyers who got no mail about it before are mailed', async () => {
  const freed = await shop.order({ at: startAt(monday, '10:00') });
  const orders = [];
  for (const time of ['10:00', '11:00', '12:00', '13:00']) orders.push(await waiting(startAt(tuesday, time)));
  await shop.cancelTime(freed);
  expect(await told()).toHaveLength(3);
  const again = await shop.order({ at: startAt(monday, '10:00') });
  await shop.cancelTime(again);
  expect(numbersOf(await told())).toEqual([orders[3]?.number]);
});

test('two processes mail each buyer once', async () => {
  const freed = await shop.order({ at: startAt(monday, '10:00') });
  await waiting(startAt(tuesday, '10:00'));
  await shop.cancelTime(freed);
  await Promise.all([tellOfFreedTimes(shop.context), tellOfFreedTimes(shop.context)]);
  expect(await told()).toHaveLength(1);
});

test('the mail is not sent if the buyer has moved to an earlier time in the meantime', async () => {
  const freed = await shop.order({ at: startAt(monday, '10:00') });
  const order = await waiting(startAt(tuesday, '10:00'));
  await shop.cancelTime(freed);
  await tellOfFreedTimes(shop.context);
  await shop.move(order, startAt(monday, '10:00'));
  expect(await told()).toEqual([]);
});

describe('a time that is opened, or whose block is removed', () => {
  const lane = { branch: 'ringtee', bay: 3, reason: '' };
  const at = (day: string, time: string) => new Date(startAt(day, time));
  const startsTold = async () =>
    (await told()).map((mail) => decodeURIComponent(/&at=([^\s"&]+)/.exec(plain(mail))?.[1] ?? '')).sort();

  /** Blocks all bays on Monday, except for those that are opened later. */
  async function blockMonday(bay: number | null = null) {
    const form = { ...lane, bay, from: at(monday, '09:00'), to: at(monday, '18:00'), isExtraHours: false };
    const blocked = await blockTime(shop.context, form, 'staff:kati');
    if (!blocked.ok) throw new Error(blocked.reason);
    return blocked.id;
  }

  test('a removed block is offered to three buyers from its first start, and to the next three from the start after it', async () => {
    const block = await blockMonday();
    for (const time of ['10:00', '11:00', '12:00', '13:00']) await waiting(startAt(tuesday, time));
    await sentMails(shop.context);
    await unblockTime(shop.context, block);
    const [nine, halfPast] = [startAt(monday, '09:00'), startAt(monday, '09:30')];
    expect(await startsTold()).toEqual([nine, nine, nine, halfPast]);
    expect(await shop.rows('select from freed_times')).toEqual([]);
  });

  test('an opened bay is offered once, with its own times only', async () => {
    const order = await waiting(startAt(tuesday, '10:00'));
    const opened = { ...lane, from: at(monday, '18:00'), to: at(monday, '19:00'), isExtraHours: true };
    const result = await blockTime(shop.context, opened, 'staff:kati');
    const mails = await told();
    expect(numbersOf(mails)).toEqual([order.number]);
    expect(mails[0] && plain(mails[0])).toContain('Monday 23 November at 18:00');
    if (!result.ok) throw new Error(result.reason);
    await unblockTime(shop.context, result.id);
    await blockTime(shop.context, opened, 'staff:kati');
    expect(await told()).toEqual([]);
  });

  test('offers nothing for a new block, a closed bay, or a removed block of a bay that buyers cannot book', async () => {
    await waiting(startAt(tuesday, '10:00'));
    await unblockTime(shop.context, await blockMonday(3));
    await blockMonday();
    const openedLane = await blockTime(
      shop.context,
      { ...lane, from: at(monday, '18:00'), to: at(monday, '19:00'), isExtraHours: true },
      'staff:kati',
    );
    if (!openedLane.ok) throw new Error(openedLane.reason);
    await unblockTime(shop.context, openedLane.id);
    expect(await told()).toEqual([]);
  });

  test('offers no time after the buyer’s own, or in less than three hours', async () => {
    await waiting(startAt(monday, '09:30'));
    const opened = { ...lane, from: at('2026-11-20', '14:00'), to: at('2026-11-20', '15:15'), isExtraHours: true };
    await blockTime(shop.context, opened, 'staff:kati');
    await blockTime(shop.context, { ...opened, from: at(monday, '18:00'), to: at(monday, '19:00') }, 'staff:kati');
    expect(await told()).toEqual([]);
  });
});
