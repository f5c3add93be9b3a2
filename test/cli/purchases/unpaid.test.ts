import { expect, test } from 'vitest';
import { handleDelaysJob } from '../../../src/jobs/schedule.ts';
import { orderDeclaration as orderSchema } from '../../../src/shop/catalog/supplier/order-declaration.ts';
import { startSending } from '../../../src/shop/purchasing/send-purchase.server.ts';
import { unpaidParts } from '../../../src/shop/purchasing/unpaid-parts.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { cutOff, nextCutOff } from './purchases-shop.ts';
import { minutesAfter, wireShop, wireSupplier } from './wire-shop.ts';

const shop = wireShop();
const { references } = shop;
// A tire costs 79.90: two are 159.80, four 319.60.
const supplier = wireSupplier('http', { unpaid: 'up-to:200' });
const linesOf = async () =>
  shop.db
    .selectFrom('purchases as purchase')
    .leftJoin('purchase_lines as line', 'line.purchase_id', 'purchase.id')
    .select(['purchase.number', 'purchase.state', 'line.ordered', 'line.owed'])
    .orderBy('purchase.id')
    .execute();
const toSend = (number: string, day: string, pieces: number) =>
  `purchase ${number}: not sent: an employee has to send it by ${day} 15:30 (${pieces} tires of unpaid orders)`;

test('tires of an order with more to pay at the branch than the limit wait in the next draft, and the owner is told', async () => {
  const small = await shop.order(2);
  const large = await shop.order(4);
  shop.setTime(minutesAfter(-60));
  expect(await shop.send(supplier)).toEqual([toSend('P26-00001', '2026-11-20', 4)]);
  shop.setTime(cutOff);
  expect(await shop.send(supplier)).toEqual([]);
  expect(await linesOf()).toEqual([
    { number: 'P26-00001', state: 'sent', ordered: 2, owed: 2 },
    { number: 'P26-00002', state: 'draft', ordered: 4, owed: 4 },
  ]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 12, owed: 6 });
  expect(await shop.done('purchases', 'show', 'P26-00001')).toContain(`2 for ${small}`);
  expect(await shop.done('purchases', 'show', 'P26-00002')).toContain(`4 for ${large}`);
});

test('a purchase whose orders are all unpaid when its sending starts stays as it is', async () => {
  await shop.order(4);
  const { id } = await shop.db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  expect(await startSending(shop.db, id, { at: cutOff, actor: 'shop', unpaidLimitCents: 200_00 })).toBeNull();
  expect(await linesOf()).toEqual([{ number: 'P26-00001', state: 'draft', ordered: 4, owed: 4 }]);
});

test('unpaid tires do not count towards the fewest that the supplier takes', async () => {
  const few = wireSupplier('http', { unpaid: 'up-to:200', minPieces: 6 });
  await shop.order(2);
  await shop.order(4);
  shop.setTime(cutOff);
  await shop.send(few);
  expect(references()).toEqual([]);
  expect(await linesOf()).toEqual([{ number: 'P26-00001', state: 'draft', ordered: 6, owed: 6 }]);
});

test('unpaid tires do not count towards the free freight', async () => {
  await shop.db.updateTable('tire_sources').set({ cost_net: 70 }).execute();
  await shop.order(2);
  await shop.order(4);
  await shop.db.updateTable('orders').set({ promised_on: '2026-12-24' }).execute();
  const freightFree = wireSupplier('http', { unpaid: 'up-to:200', freeFreightFrom: 300 });
  shop.setTime(cutOff);
  await shop.send(freightFree);
  expect(references()).toEqual([]);
});

test('they are sent at the next cut-off once the order is paid', async () => {
  const order = await shop.order(4);
  shop.setTime(cutOff);
  expect(await shop.send(supplier)).toEqual([toSend('P26-00001', '2026-11-23', 4)]);
  await shop.done('orders', 'paid', order, '--desk', '--amount', '119.60', '--yes');
  await shop.send(supplier);
  expect(references()).toEqual(['P26-00001']);
});

test('an employee sends them unpaid; never lets no unpaid tire leave by itself', async () => {
  const never = wireSupplier('http', { unpaid: 'never' });
  await shop.order(1);
  shop.setTime(cutOff);
  await shop.send(never);
  expect(references()).toEqual([]);
  await shop.done('purchases', 'send', 'P26-00001', '--yes');
  await shop.send(never);
  expect(references()).toEqual(['P26-00001']);
});

test('a supplier that is not reached for hours gets one purchase, and the unpaid tires stay in one draft', async () => {
  await shop.order(2);
  await shop.order(4);
  const unreached = wireSupplier('http', { unpaid: 'up-to:200', url: 'https://127.0.0.1:9/orders' });
  for (const minutes of [0, 11, 22]) {
    shop.setTime(minutesAfter(minutes));
    await shop.send(unreached);
  }
  expect((await shop.purchases()).map(({ number, state }) => [number, state])).toEqual([
    ['P26-00001', 'draft'],
    ['P26-00002', 'closed'],
  ]);
  shop.setTime(minutesAfter(33));
  await shop.send(supplier);
  expect(references()).toEqual(['P26-00001']);
  expect(await linesOf()).toEqual([
    { number: 'P26-00001', state: 'sent', ordered: 2, owed: 2 },
    { number: 'P26-00002', state: 'draft', ordered: 4, owed: 4 },
  ]);
  shop.setTime(nextCutOff);
  expect(await shop.send(supplier)).toEqual([toSend('P26-00002', '2026-11-24', 4)]);
});

test('tires of a late order keep their day when they move to the next draft, and when a failed sending takes them back', async () => {
  await shop.order(2);
  const late = await shop.order(4);
  await shop.db.updateTable('purchase_for').set({ expected_on: '2026-12-03' }).where('count', '=', 4).execute();
  const expectedDay = async () => {
    const noMail = async () => {};
    await handleDelaysJob.run({ shop: shop.context(), sendMail: noMail, sendNotice: noMail, alert: () => {} });
    const { expectedOn, delays } = JSON.parse(await shop.done('orders', 'show', late, '--json'));
    expect(delays).toMatchObject([{ expectedOn, endedAt: null }]);
    return expectedOn;
  };
  expect(await expectedDay()).toBe('2026-12-03');
  shop.setTime(cutOff);
  await shop.send(wireSupplier('http', { unpaid: 'up-to:200', url: 'https://127.0.0.1:9/orders' }));
  expect(await linesOf()).toMatchObject([{ state: 'draft', ordered: 6 }, { state: 'closed' }]);
  expect(await expectedDay()).toBe('2026-12-03');
  shop.setTime(minutesAfter(11));
  await shop.send(supplier);
  expect(await linesOf()).toMatchObject([
    { state: 'sent', ordered: 2 },
    { state: 'draft', ordered: 4 },
  ]);
  expect(await expectedDay()).toBe('2026-12-03');
});

test('a surplus that was refunded before the price rose, and money refunded because it fell, count as unpaid', async () => {
  await seedTires(shop.db, [{ id: 'dear', price: 15980, stock: { supplier: { count: 12, leadDays: 2 } } }]);
  const order = await shop.order(4);
  await shop.done('orders', 'paid', order, '--method', 'card', '--amount', '639,20', '--yes');
  await shop.done('orders', 'refund', order, '--amount', '319,60', '--yes');
  await shop.done('orders', 'refunded', order, '--method', 'card', '--yes');
  const { id } = await shop.db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  const parts = () => unpaidParts(shop.db, id, 20_000);
  expect(await parts()).toEqual([]);
  await shop.done('orders', 'change', order, '--swap', 'remote=dear', '--yes');
  expect(await parts()).toEqual([expect.objectContaining({ tireId: 'dear', count: 4 })]);
  await shop.done('orders', 'paid', order, '--method', 'card', '--yes');
  expect(await parts()).toEqual([]);
  await shop.done('orders', 'change', order, '--swap', 'dear=other', '--yes');
  await shop.done('orders', 'change', order, '--swap', 'other=dear', '--yes');
  expect(await parts()).toEqual([expect.objectContaining({ tireId: 'dear', count: 4 })]);
});

test('an order that a company pays on credit counts as paid', async () => {
  const order = await shop.order(4);
  const { id } = await shop.db.selectFrom('purchases').select('id').executeTakeFirstOrThrow();
  const parts = () => unpaidParts(shop.db, id, 20_000);
  expect(await parts()).toEqual([expect.objectContaining({ tireId: 'remote', count: 4 })]);
  const ofOrder = shop.db.updateTable('orders').where('number', '=', order);
  const company = { name: 'Autopark OÜ', regCode: '10000002', vatNumber: null };
  await ofOrder.set({ company, credit_reg_code: '10000002', credit_days: 14 }).execute();
  expect(await parts()).toEqual([]);
  await ofOrder.set({ company: { ...company, regCode: '10000003' } }).execute();
  expect(await parts()).toHaveLength(1);
});

test.each(['up-to:0', 'up-to:4.5', 'up-to:', 'sometimes'])('the start refuses unpaid: %s', (unpaid) => {
  const result = orderSchema.safeParse({ by: 'list', email: 'a@b.example', cutOff: '15:30', unpaid });
  expect(result.error?.issues[0]?.message).toBe('must be always, never or up-to:400 (euros)');
});
