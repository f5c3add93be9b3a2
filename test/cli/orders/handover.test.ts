import { expect, test } from 'vitest';
import { readOrder } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

/** Twelve tires: eight at Ringtee, four at Annelinn. */
const twelveTires = { items: [{ id: 'tire', count: 12, price: 79.9 }] };

type Movement = { kind: string; count: number; shelf: string | null; actor: string };

const show = async (number: string) => JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out);
const movements = async (number: string) =>
  (await show(number)).handlings.map(({ kind, count, shelf }: Movement) =>
    [kind, count, shelf].filter(Boolean).join(' '),
  );
const stateOf = async (number: string) => (await show(number)).status;

test('the buyer sees how many tires were handed over', async () => {
  const { number, token } = (await shop.place()).json().order;
  await shop.run(['orders', 'paid', number, '--desk', '--yes']);
  await shop.run(['orders', 'hand-over', number, 'tire=3']);
  const answer = await readOrder(shop.app, number, token);
  expect(answer.json()).toMatchObject({ order: { items: [{ id: 'tire', count: 4, handedOver: 3, returned: 0 }] } });
});

test('hands over a part of a paid order; handing over the rest completes it', async () => {
  const number = await shop.paidOrder();
  expect(await shop.run(['orders', 'hand-over', number, 'tire=1'])).toEqual({
    code: 0,
    out: `Order ${number} is confirmed, paid.\n`,
    err: '',
  });
  expect(await shop.stock()).toMatchObject([{ place: 'annelinn' }, { place: 'ringtee', on_hand: 7, sold: 3 }]);
  expect(await shop.run(['orders', 'cancel', number, '--yes'])).toMatchObject({ code: 1 });
  const tooMany = await shop.run(['orders', 'hand-over', number, 'tire=4', '--json']);
  expect(JSON.parse(tooMany.out)).toMatchObject({ ok: false, reason: 'not-here' });
  const rest = await shop.run(['orders', 'hand-over', number, '--json']);
  expect(JSON.parse(rest.out)).toMatchObject({ ok: true, order: { status: 'completed' } });
  expect(await movements(number)).toEqual(['handed_over 1', 'handed_over 3']);
  expect((await shop.run(['orders', 'show', number])).out).toMatch(/handed_over +1 .* operator/);
});

test('refuses an unpaid order, and tires that are not at its branch; only `orders complete` hands such tires over', async () => {
  const unpaid = await shop.order();
  expect(await shop.run(['orders', 'hand-over', unpaid])).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not paid'),
  });
  await shop.run(['orders', 'cancel', unpaid, '--yes']);
  const number = await shop.paidOrder(twelveTires);
  expect(await shop.run(['orders', 'hand-over', number, 'tire=9'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`orders complete ${number}`),
  });
  expect(await shop.run(['orders', 'hand-over', number])).toMatchObject({ code: 0 });
  expect(await stateOf(number)).toBe('confirmed');
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
  expect(await movements(number)).toEqual(['handed_over 8', 'handed_over 4']);
});

test('undoing a hand-over returns the tires to the branch as sold, and makes a completed order ready', async () => {
  const number = await shop.paidOrder(twelveTires);
  await shop.run(['orders', 'complete', number, '--yes']);
  expect(await shop.run(['orders', 'undo-hand-over', number, 'tire=5', '--json'])).toMatchObject({ code: 0 });
  expect(await stateOf(number)).toBe('ready');
  expect(await shop.stock()).toMatchObject([
    { place: 'annelinn', on_hand: 8, sold: 0 },
    { place: 'ringtee', on_hand: 5, sold: 5 },
  ]);
  expect(await movements(number)).toEqual(['handed_over 12', 'handed_over -5']);
  const mails = await shop.db.selectFrom('letters').select('kind').where('kind', '=', 'ready').execute();
  expect(mails).toEqual([]);
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({ code: 1 });
  // Only seven tires are still handed over.
  expect(await shop.run(['orders', 'undo-hand-over', number, 'tire=8'])).toMatchObject({ code: 1 });
  expect(await shop.run(['orders', 'hand-over', number])).toMatchObject({ code: 0 });
  expect(await stateOf(number)).toBe('completed');
  // An order whose contact data are erased stays completed.
  const erased = { contact_erased_at: new Date(), email: '', phone: '', note: '', mailbox: null, client_address: null };
  await shop.db.updateTable('orders').set(erased).execute();
  expect(await shop.run(['orders', 'undo-hand-over', number])).toMatchObject({ code: 1 });
});

test('`orders ready` does not make a completed order ready', async () => {
  const number = await shop.paidOrder();
  await shop.run(['orders', 'complete', number, '--yes']);
  expect(await shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({ code: 1 });
  expect(await stateOf(number)).toBe('completed');
});

test('puts tires aside on a shelf, and moves them to another', async () => {
  const number = await shop.order();
  expect(await shop.run(['orders', 'put-aside', number])).toMatchObject({ code: 2 });
  expect(await shop.run(['orders', 'put-aside', number, 'tire=5', '--shelf', 'A3'])).toMatchObject({ code: 1 });
  expect(await shop.run(['orders', 'put-aside', number, 'tire=3', '--shelf', 'A3'])).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'put-aside', number, '--shelf', 'B1'])).toMatchObject({ code: 0 });
  expect(await movements(number)).toEqual(['put_aside 3 A3', 'put_aside -3 A3', 'put_aside 4 B1']);
});

test('books the arrival of tires from another branch and from a supplier; the last arrival makes the order ready', async () => {
  await shop.run(['stock', 'set', 'tire', 'annelinn', '6']);
  await shop.db
    .insertInto('stock')
    .values({ tire_id: 'tire', place: 'supplier:latakko', on_hand: 9, lead_days: 3 })
    .execute();
  // 8 from Ringtee, 6 from Annelinn and 2 from the supplier.
  const number = await shop.paidOrder({ items: [{ id: 'tire', count: 16, price: 79.9 }] });
  expect(await shop.run(['orders', 'arrived', number, 'tire=3'])).toMatchObject({ code: 0 });
  const { transfers, lines } = await show(number);
  expect(transfers).toMatchObject([
    { count: 3, state: 'requested' },
    { count: 3, state: 'arrived' },
  ]);
  expect(lines[0].holds).toMatchObject([
    { place: 'annelinn', count: 3, state: 'sold' },
    { place: 'ringtee', count: 11, state: 'sold', leadDays: 0 },
    { place: 'supplier:latakko', count: 2, state: 'ordered' },
  ]);
  // Only five tires are still to come.
  expect(await shop.run(['orders', 'arrived', number, 'tire=6'])).toMatchObject({ code: 1 });
  expect(await stateOf(number)).toBe('confirmed');
  expect(await shop.run(['orders', 'arrived', number])).toMatchObject({ code: 0 });
  expect(await stateOf(number)).toBe('ready');
  expect(await shop.stock()).toMatchObject([
    { place: 'annelinn', on_hand: 0, sold: 0 },
    { place: 'ringtee', on_hand: 16, sold: 16 },
    { place: 'supplier:latakko', on_hand: 9 },
  ]);
  expect(await movements(number)).toEqual(['arrived 3', 'arrived 5']);
});

test('`ready` can be undone for a minute, while the mail is unsent; the order can become ready again', async () => {
  const number = await shop.order();
  expect(await shop.run(['orders', 'undo-ready', number])).toMatchObject({ code: 1 });
  const at = (seconds: number) => ({ now: () => new Date(Date.parse('2026-11-20T10:00:00Z') + seconds * 1000) });
  await shop.run(['orders', 'ready', number, '--yes']);
  const jobs = await shop.database.db.pool.query(
    `select extract(epoch from start_after - created_on)::int as delay from pgboss.job
     where name = 'send-letter' order by created_on desc limit 1`,
  );
  expect(jobs.rows).toEqual([{ delay: 60 }]);
  expect(await shop.run(['orders', 'undo-ready', number], undefined, at(30))).toEqual({
    code: 0,
    out: `Order ${number} is confirmed, unpaid.\n`,
    err: '',
  });
  await shop.run(['orders', 'ready', number, '--yes'], undefined, at(40));
  const mails = () =>
    shop.db
      .selectFrom('letters')
      .select(['kind', 'dropped_at'])
      .where('kind', '=', 'ready')
      .orderBy('created_at')
      .execute();
  expect(await mails()).toMatchObject([{ dropped_at: expect.any(Date) }, { dropped_at: null }]);
  await shop.db.updateTable('letters').set({ sent_at: new Date() }).where('dropped_at', 'is', null).execute();
  const afterMail = await shop.run(['orders', 'undo-ready', number, '--json']);
  expect(JSON.parse(afterMail.out)).toMatchObject({ ok: false, reason: 'mailed' });
});

test.each([
  [['arrived']],
  [['hand-over', 'R26-AAAAA', 'tire=0']],
  [['hand-over', 'R26-AAAAA', 'tire']],
  [['undo-hand-over', 'R26-AAAAA', 'tire=1', 'tire=2']],
])('exits with code 2 for invalid arguments of orders: %j', async (args) => {
  expect(await shop.run(['orders', ...args])).toMatchObject({ code: 2 });
});
