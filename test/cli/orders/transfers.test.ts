import { expect, test } from 'vitest';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { transferRequestOf } from '../../../src/shop/order/transfer-request.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { items } from '../../support/orders/order-form.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();

/** Twelve tires: eight at Ringtee, four at Annelinn. */
const twelveTires = { items: [{ id: 'tire', count: 12, price: 79.9 }] };

const list = async (...args: string[]) =>
  JSON.parse((await shop.run(['transfers', 'list', '--json', ...args])).out).transfers;
const transferId = async () => String((await list())[0].id);
const mailsToBranches = async () =>
  (await shop.db.selectFrom('letters').select('about').where('kind', '=', 'branch-transfer').execute()).map(
    ({ about }) => about.split(' ')[0],
  );
const ringtee = async () => (await shop.stock()).find(({ place }) => place === 'ringtee');
const annelinn = async () => (await shop.stock()).find(({ place }) => place === 'annelinn');
const at = (text: string) => ({ now: () => new Date(text) });

test('a confirmed order requests tires from the other branch by one mail; `transfers sent` and `arrived` move them and make the order ready', async () => {
  const number = await shop.order(twelveTires);
  expect(await mailsToBranches()).toEqual(['annelinn']);
  await shop.run(['orders', 'paid', number, '--desk', '--yes']);
  expect(await mailsToBranches()).toEqual(['annelinn']);
  expect(await list('--to', 'annelinn')).toEqual([]);
  expect(await list('--from', 'annelinn')).toMatchObject([
    { number, from: 'annelinn', to: 'ringtee', count: 4, state: 'requested', late: false },
  ]);
  expect((await shop.run(['transfers', 'list'])).out).toContain(number);
  const id = await transferId();
  expect(await shop.run(['transfers', 'sent', id])).toEqual({ code: 0, out: `On their way: ${id}.\n`, err: '' });
  expect(await annelinn()).toMatchObject({ on_hand: 8, sold: 0 });
  expect(await shop.run(['transfers', 'sent', id])).toMatchObject({
    code: 1,
    err: expect.stringContaining('was sent'),
  });
  expect(await shop.run(['transfers', 'arrived', id, '999', '--json'])).toMatchObject({ code: 3 });
  expect(await ringtee()).toMatchObject({ on_hand: 12, sold: 12 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'ready' });
  expect(await list()).toEqual([]);
  expect((await shop.run(['orders', 'show', number])).out).toMatch(/annelinn → ringtee +arrived/);
});

test('tires that arrive without being marked as sent stay held while the order is unpaid', async () => {
  await shop.order(twelveTires);
  expect(await shop.run(['transfers', 'arrived', await transferId()])).toMatchObject({ code: 0 });
  expect(await annelinn()).toMatchObject({ on_hand: 8, held: 0 });
  expect(await ringtee()).toMatchObject({ on_hand: 12, held: 12, sold: 0 });
});

test('tires paid while they are on their way arrive as sold', async () => {
  const number = await shop.order(twelveTires);
  const id = await transferId();
  await shop.run(['transfers', 'sent', id]);
  await shop.run(['orders', 'paid', number, '--desk', '--yes']);
  await shop.run(['transfers', 'arrived', id]);
  expect(await ringtee()).toMatchObject({ on_hand: 12, held: 0, sold: 12 });
});

test('sent tires of a cancelled order become free stock where they arrive', async () => {
  const number = await shop.order(twelveTires);
  const id = await transferId();
  await shop.run(['transfers', 'sent', id]);
  await shop.run(['orders', 'cancel', number, '--yes']);
  expect(await shop.run(['transfers', 'arrived', id])).toMatchObject({ code: 0 });
  expect(await ringtee()).toMatchObject({ on_hand: 12, held: 0, sold: 0 });
  expect((await shop.run(['stock', 'show', 'tire'])).out).toContain(`transfer ${id}`);
});

test('a cancelled order withdraws its request for tires; a branch that was already mailed the request gets another mail', async () => {
  const number = await shop.order(twelveTires);
  const id = await transferId();
  await shop.db.updateTable('letters').set({ sent_at: new Date() }).where('kind', '=', 'branch-transfer').execute();
  await shop.run(['orders', 'cancel', number, '--yes'], undefined, at('2026-11-20T11:00:00Z'));
  expect(await mailsToBranches()).toEqual(['annelinn', 'annelinn']);
  const { out, err } = await shop.run(['transfers', 'sent', id, '--json']);
  expect(JSON.parse(out)).toMatchObject({ ok: false, reason: 'cancelled' });
  expect(err).toContain('its order has ended');
});

test('a branch whose id differs from that of a mailed branch only by _ is not told that a request is over', async () => {
  const number = await shop.order(twelveTires);
  const sentTo = { order_id: await shop.idOf(number), kind: 'branch-transfer' as const };
  await shop.db.updateTable('letters').set({ sent_at: new Date() }).where('kind', '=', 'branch-transfer').execute();
  await shop.db.updateTable('transfers').set({ from_branch: 'anneli_n' }).execute();
  const unsent = { ...sentTo, about: 'anneli_n 2026-11-20T10:30:00.000Z', created_at: new Date() };
  await shop.db.insertInto('letters').values(unsent).execute();
  await shop.run(['orders', 'cancel', number, '--yes'], undefined, at('2026-11-20T11:00:00Z'));
  expect(await mailsToBranches()).toEqual(['annelinn', 'anneli_n']);
  const { id } = await shop.db
    .selectFrom('letters')
    .select('id')
    .where('about', '=', unsent.about)
    .executeTakeFirstOrThrow();
  expect(await transferRequestOf(shop.db, { id, ...unsent })).toEqual({ from: 'anneli_n', isOver: false, tires: [] });
});

test('a branch that has sent a part of the tires is told when the rest is not needed any more', async () => {
  await seedTires(shop.db, [{ id: 'other', stock: { annelinn: 4 } }]);
  const number = await shop.order({ items: items(['tire', 12], ['other', 4]) });
  const mails = async () => {
    const sent = await sentMails(testShopContext(shop.db, at('2026-11-20T16:00:00Z')));
    return sent.filter((mail) => kindOf(mail) === 'branch-transfer').map(plain);
  };
  const needsNoTires = expect.stringContaining('ei ole enam vaja saata');
  expect(await mails()).toEqual([expect.not.stringContaining('ei ole enam vaja saata')]);
  const id = await transferId();
  await shop.run(['transfers', 'sent', id], undefined, at('2026-11-20T11:00:00Z'));
  await shop.run(['orders', 'change', number, '--count', 'other=0', '--yes'], undefined, at('2026-11-20T12:00:00Z'));
  expect(await mails()).toEqual([needsNoTires]);
  // It sends the missing tires again before it is mailed.
  await shop.run(['transfers', 'missing', id], undefined, at('2026-11-20T13:00:00Z'));
  await shop.run(['transfers', 'sent', id], undefined, at('2026-11-20T14:00:00Z'));
  expect(await mails()).toEqual([]);
});

test('sent tires that did not arrive return to the stock of the sending branch, which gets another mail', async () => {
  await shop.paidOrder(twelveTires);
  const id = await transferId();
  expect(await shop.run(['transfers', 'missing', id])).toMatchObject({ code: 1 });
  await shop.run(['transfers', 'sent', id]);
  await shop.run(['transfers', 'missing', id], undefined, at('2026-11-23T10:00:00Z'));
  expect(await annelinn()).toMatchObject({ on_hand: 12, sold: 4 });
  expect(await list()).toMatchObject([{ state: 'requested', sentAt: null, requestedAt: '2026-11-23T10:00:00.000Z' }]);
  expect(await mailsToBranches()).toHaveLength(2);
});

test('an order that is paid after its cancellation requests tires again, while the first ones are still on their way', async () => {
  const number = await shop.order(twelveTires);
  const firstTransfer = await transferId();
  await shop.run(['transfers', 'sent', firstTransfer]);
  await shop.run(['orders', 'cancel', number, '--yes']);
  await shop.run(['orders', 'paid', number, '--desk', '--yes'], undefined, at('2026-11-20T12:00:00Z'));
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  const transfers = await list();
  expect(transfers).toMatchObject([
    { state: 'sent', count: 4 },
    { state: 'requested', count: 4 },
  ]);
  const secondTransfer = String(transfers[1].id);
  await shop.run(['transfers', 'sent', secondTransfer]);
  await shop.run(['transfers', 'arrived', firstTransfer]);
  expect(await shop.orderState(number)).toMatchObject({ status: 'ready' });
  await shop.run(['transfers', 'arrived', secondTransfer]);
  expect(await ringtee()).toMatchObject({ on_hand: 16, sold: 12 });
});

test('alerts the owner when a transfer is not sent within a working day, or does not arrive within another', async () => {
  await shop.paidOrder(twelveTires);
  const id = await transferId();
  const isLate = async (now: string) => {
    const { shopConfig } = testShopContext(shop.db);
    const alerts = await findAlerts(shop.db, shopConfig, new Date(now));
    return alerts.some(({ kind }) => kind === 'late-transfers');
  };
  // The tires were requested on Friday.
  expect(await isLate('2026-11-23T21:00:00Z')).toBe(false);
  expect(await isLate('2026-11-24T06:00:00Z')).toBe(true);
  await shop.run(['transfers', 'sent', id], undefined, at('2026-11-24T07:00:00Z'));
  expect(await isLate('2026-11-25T21:00:00Z')).toBe(false);
  expect(await isLate('2026-11-26T06:00:00Z')).toBe(true);
  expect((await shop.run(['transfers', 'list'], undefined, at('2026-11-26T06:00:00Z'))).out).toContain('LATE');
  await shop.run(['transfers', 'arrived', id], undefined, at('2026-11-26T07:00:00Z'));
  expect(await isLate('2026-11-30T06:00:00Z')).toBe(false);
});

test.each([[['sent']], [['arrived', 'x']], [['list', '--from', 'nowhere']]])(
  'exits with code 2 for invalid arguments of transfers: %j',
  async (args) => {
    expect(await shop.run(['transfers', ...args])).toMatchObject({ code: 2 });
  },
);
