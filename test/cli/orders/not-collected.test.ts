import { expect, test } from 'vitest';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { remindToCollect } from '../../../src/shop/checkout/handover/remind-to-collect.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { readMail } from '../../../src/shop/order/mails/mail-content.server.ts';
import { failsOnce, runJobs, testShopContext } from '../../support/shop-context.ts';
import { returnsShop } from './returns-shop.ts';

const shop = returnsShop();

// Orders are placed, paid and made ready on Friday 20 November at noon. Reminders are due after 7 and 14 working days, and a
// decision after 20 (`terms.notCollected` of shop.config.ts).
const noonOf = (day: string) => new Date(`${day}T10:00:00Z`);
const contextOn = (day: string) => testShopContext(shop.db, { now: () => noonOf(day) });
const remindOn = (day: string) => remindToCollect(contextOn(day));

const reminders = () =>
  shop.db
    .selectFrom('letters')
    .select(['kind', 'about'])
    .where('kind', 'in', ['not-collected', 'branch-not-collected'])
    .orderBy('created_at')
    .orderBy('kind')
    .execute();

async function readyOrder({ paid }: { paid: boolean }): Promise<string> {
  const number = paid ? await shop.paidOrder() : await shop.order();
  await shop.done('orders', 'ready', number, '--yes');
  return number;
}

const uncollected = async (day: string) => {
  const context = contextOn(day);
  const alerts = await findAlerts(shop.db, context.shopConfig, context.now());
  return alerts.find(({ kind }) => kind === 'not-collected')?.details ?? [];
};

test('a paid order: two reminders, a mail to the branch with the second, then an alert to the owner', async () => {
  const number = await readyOrder({ paid: true });
  const first = { kind: 'not-collected', about: '2026-11-20 first' };
  await remindOn('2026-11-30');
  expect(await reminders()).toEqual([]);
  for (const day of ['2026-12-01', '2026-12-01', '2026-12-02']) await remindOn(day);
  expect(await reminders()).toEqual([first]);
  for (const day of ['2026-12-10', '2026-12-11', '2027-01-20']) await remindOn(day);
  const second = { about: '2026-11-20 second' };
  expect(await reminders()).toEqual([
    first,
    { kind: 'branch-not-collected', ...second },
    { kind: 'not-collected', ...second },
  ]);
  expect(await uncollected('2026-12-17')).toEqual([]);
  expect(await uncollected('2026-12-18')).toEqual([`${number}: 2026-11-20`]);
  expect(await releaseExpiredOrders(contextOn('2027-01-20'))).toBe(0);
  expect(await shop.orderState(number)).toMatchObject({ status: 'ready', paid: 'paid' });
  await shop.done('orders', 'cancel', number, '--yes');
  expect(await uncollected('2027-01-20')).toEqual([]);
});

test('an unpaid order: one reminder on the working day before its last day, then it expires', async () => {
  const number = await readyOrder({ paid: false });
  await remindOn('2026-11-23');
  expect(await reminders()).toEqual([]);
  for (const day of ['2026-11-24', '2026-11-25']) await remindOn(day);
  expect(await reminders()).toEqual([{ kind: 'not-collected', about: '2026-11-20 last-day' }]);
  const [mail] = await shop.db.selectFrom('letters').select('id').where('kind', '=', 'not-collected').execute();
  const content = await readMail(shop.db, contextOn('2026-11-24').shopConfig, mail?.id ?? '');
  expect(content).toMatchObject({ readyOn: '2026-11-20', order: { heldUntil: '2026-11-25' } });
  expect(await releaseExpiredOrders(contextOn('2026-11-26'))).toBe(1);
  await remindOn('2026-11-26');
  expect(await shop.orderState(number)).toMatchObject({ status: 'expired' });
  expect(await reminders()).toHaveLength(1);
  expect(await uncollected('2027-01-20')).toEqual([]);
});

test('sends nothing about orders that were collected, are not ready, or are marked for review', async () => {
  const collected = await readyOrder({ paid: true });
  await shop.done('orders', 'complete', collected, '--yes');
  await shop.paidOrder({ branch: 'annelinn' });
  const blocked = await readyOrder({ paid: false });
  await shop.done('orders', 'paid', blocked, '--method', 'cash', '--amount', '50', '--yes');
  await remindOn('2026-12-10');
  expect(await reminders()).toEqual([]);
  expect(await uncollected('2027-01-20')).toEqual([]);
});

test('a refunded order that is still ready: no reminder to its buyer, but an alert to the owner', async () => {
  const number = await readyOrder({ paid: true });
  await shop.done('orders', 'refund', number, '--yes');
  await shop.done('orders', 'refunded', number, '--yes');
  await remindOn('2026-12-10');
  expect(await reminders()).toEqual([]);
  expect(await uncollected('2026-12-18')).toEqual([`${number}: 2026-11-20`]);
});

test('the buyer of a partly collected order is reminded of the remaining tires', async () => {
  const number = await readyOrder({ paid: true });
  await shop.done('orders', 'hand-over', number, 'tire=3');
  await remindOn('2026-12-01');
  expect(await reminders()).toHaveLength(1);
});

test('the branch is asked to phone a buyer without an e-mail address at the first reminder', async () => {
  const number = await readyOrder({ paid: true });
  await shop.db.updateTable('orders').set({ email: '', mailbox: null }).execute();
  await remindOn('2026-12-01');
  const sent: string[] = [];
  await runJobs(contextOn('2026-12-01'), async (id) => void sent.push(id));
  const mails = await shop.db.selectFrom('letters').select(['id', 'kind']).where('id', 'in', sent).execute();
  expect(mails.map(({ kind }) => kind)).toContain('branch-not-collected');
  expect(await shop.orderState(number)).toMatchObject({ status: 'ready' });
});

test('two processes that remind at once, and one that was interrupted, send each reminder once', async () => {
  await readyOrder({ paid: true });
  await runJobs(contextOn('2026-11-20'));
  await Promise.all([remindOn('2026-12-01'), remindOn('2026-12-01')]);
  const failing = { ...contextOn('2026-12-10'), enqueue: () => Promise.reject(new Error('killed')) };
  await expect(remindToCollect(failing)).rejects.toThrow('killed');
  expect(await reminders()).toHaveLength(1);
  await remindOn('2026-12-10');
  const { done } = await runJobs(contextOn('2026-12-10'));
  const ids = await shop.db.selectFrom('letters').select('id').where('about', 'like', '2026-11-20 %').execute();
  expect(done.map((job) => 'letterId' in job && job.letterId).sort()).toEqual(ids.map(({ id }) => id).sort());
  expect(ids).toHaveLength(3);
});

test('an order whose reminder fails does not keep later ones from theirs', async () => {
  for (const _ of [1, 2]) await readyOrder({ paid: true });
  const context = contextOn('2026-12-01');
  await expect(remindToCollect({ ...context, enqueue: failsOnce(context.enqueue) })).rejects.toThrow(
    '1 reminders to collect failed: not now',
  );
  expect(await reminders()).toHaveLength(1);
  await remindOn('2026-12-01');
  expect(await reminders()).toHaveLength(2);
});

test('the buyer of an order that becomes ready again is reminded again', async () => {
  const number = await readyOrder({ paid: true });
  await remindOn('2026-12-01');
  await shop.done('orders', 'complete', number, '--yes');
  const later = { now: () => noonOf('2026-12-02') };
  expect(await shop.run(['orders', 'undo-hand-over', number], undefined, later)).toMatchObject({ code: 0 });
  await remindOn('2026-12-03');
  expect(await reminders()).toHaveLength(1);
  await remindOn('2026-12-11');
  expect((await reminders()).map(({ about }) => about)).toEqual(['2026-11-20 first', '2026-12-02 first']);
});
