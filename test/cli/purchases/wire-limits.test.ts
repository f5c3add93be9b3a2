import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendDuePurchases } from '../../../src/jobs/sending/send-purchases.ts';
import { deleteOldSupplierExchanges } from '../../../src/shop/privacy/forget-rows.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { cutOff, nextCutOff } from './purchases-shop.ts';
import { minutesAfter, wireShop, wireSupplier } from './wire-shop.ts';

const shop = wireShop();
const { references, sendOrder } = shop;
const all = { open: 0, confirmed: 4, backordered: 0, refused: 0, day: '2026-11-21' };
const none = { open: 4, confirmed: 0, backordered: 0, refused: 0, day: null };

test('docs/supply/suppliers.md shows the declarations of these tests', async () => {
  const page = await readFile('docs/supply/suppliers.md', 'utf8');
  const source = await readFile(join(import.meta.dirname, 'order-examples.ts'), 'utf8');
  const declarations = source.match(/: OrderDeclaration = (\{[\s\S]*?\n\});/g) ?? [];
  expect(declarations).toHaveLength(2);
  for (const declaration of declarations)
    expect(page).toContain(declaration.replace(': OrderDeclaration = ', 'order: ').replace(/;$/, ''));
});

test('a document type in an answer is refused', async () => {
  expect(await sendOrder('ediwheel', { behaviour: 'doctype' })).toEqual([expect.stringContaining('a document type')]);
  expect(await shop.state()).toBe('unclear');
});

test('a supplier that does not answer a stock inquiry gets no order', async () => {
  const inquiry = 'https://edi.maker.example/ediwheel/inquiry';
  expect(await sendOrder('ediwheel', { changes: { inquiry: `${inquiry}-moved` } })).toEqual([
    expect.stringContaining('rejected: HTTP 404'),
  ]);
  expect(references()).toEqual([]);
  shop.setTime(nextCutOff);
  await shop.send(wireSupplier('ediwheel', { inquiry }));
  expect(references()).toEqual(['P26-00001']);
  expect((await shop.exchanges()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['inquiry', 'rejected'],
    ['inquiry', 'available'],
    ['order', 'accepted'],
  ]);
});

test('a copy of the shop at another address orders nothing', async () => {
  const run = { publicUrl: 'https://test.shop.example' };
  expect(await sendOrder('http', { run })).toEqual([
    expect.stringContaining('only the shop at https://shop.example may send orders'),
  ]);
  expect(shop.fake().requests).toEqual([]);
  expect(await shop.state()).toBe('draft');
});

test.each([
  ['is not reached', { run: {}, url: 'https://127.0.0.1:9/orders' }, 'not an address of the public internet'],
  ['needs a secret that is not set', { run: { secret: null }, url: undefined }, 'SUPPLIER_SEED_ORDER_KEY is not set'],
])(
  'a supplier that %s certainly has no order: the shop tries again after ten minutes',
  async (_, { run, url }, reason) => {
    const changes = url === undefined ? {} : { url };
    expect(await sendOrder('http', { run, changes })).toEqual([expect.stringMatching(`unsent: .*${reason}`)]);
    expect(await shop.state()).toBe('draft');
    shop.setTime(minutesAfter(11));
    await shop.send(wireSupplier('http'));
    expect(references()).toEqual(['P26-00001']);
  },
);

test('the secrets are sent as declared, and are in no alert, table or answer', async () => {
  const alerts = await sendOrder('ediwheel', { changes: { apiKey: 'apikey' }, behaviour: 'html' });
  const headers = shop.fake().requests[0]?.headers;
  expect(headers).toMatchObject({ apikey: 'api-key-of-seed', authorization: expect.stringMatching(/^Basic /) });
  const stored = JSON.stringify([alerts, await shop.exchanges()]);
  expect(stored).toContain('CustomerReference');
  expect(stored).not.toMatch(/Sesam-avane-7|api-key-of-seed|Basic /);
});

test('a worker asks about a purchase, gives up one that the supplier has not got, and sees what was said', async () => {
  const order = await shop.order(4);
  expect((await shop.run(['purchases', 'give-up', 'P26-00001', '--yes'])).err).toContain('is draft');
  expect((await shop.run(['purchases', 'ask', 'P26-00001'])).err).toContain('is draft');
  shop.setTime(cutOff);
  shop.fake().plan('lost');
  await shop.send(wireSupplier('ediwheel'), { totalMs: 500 });
  await shop.done('purchases', 'ask', 'P26-00001');
  await shop.ask(wireSupplier('ediwheel'));
  const exchanges = await shop.done('purchases', 'exchange', 'P26-00001');
  expect(exchanges).toMatch(/order +P26-00001 +unclear +no answer within/);
  expect(exchanges).toMatch(/status +P26-00001 +200 +unknown/);
  const [sent] = await shop.exchanges();
  const texts = await shop.done('purchases', 'exchange', 'P26-00001', String(sent?.id));
  expect(texts).toContain('POST https://edi.maker.example/ediwheel/order');
  expect(texts).toContain('<QuantityValue>4</QuantityValue>');
  expect(await shop.run(['purchases', 'exchange', 'P26-00001', '99'])).toMatchObject({ code: 1 });
  expect(await shop.done('purchases', 'give-up', 'P26-00001', '--yes')).toContain(order);
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  expect(await shop.answersOf()).toEqual([{ ...none, tire: 'remote', open: 0, refused: 4 }]);
  expect(await shop.stockOf('supplier:seed')).toMatchObject({ on_hand: 0, owed: 0 });
});

test('a supplier without a system cannot be asked', async () => {
  const { purchase } = await shop.sentOrder(4);
  expect((await shop.run(['purchases', 'ask', purchase])).err).toContain('cannot be queried');
});

test('exchanges are deleted after 400 days', async () => {
  await sendOrder('http');
  await deleteOldSupplierExchanges(shop.db, new Date(cutOff.getTime() + 399 * 24 * 3_600_000));
  expect(await shop.exchanges()).toHaveLength(1);
  await deleteOldSupplierExchanges(shop.db, new Date(cutOff.getTime() + 401 * 24 * 3_600_000));
  expect(await shop.exchanges()).toEqual([]);
});

test('what an employee booked before an answer stays', async () => {
  await sendOrder('http', { behaviour: 'timeout', run: { totalMs: 500 } });
  await shop.done('purchases', 'sent', 'P26-00001', '--yes');
  await shop.done('purchases', 'refuse', 'P26-00001', 'remote', '1', '--yes');
  await shop.done('purchases', 'confirm', 'P26-00001', '--line', 'remote=2');
  shop.setTime(minutesAfter(60 * 5));
  await shop.ask(wireSupplier('http'));
  expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote', confirmed: 3, refused: 1 }]);
});

test('pieces on back order have no day, also when the supplier answers the same again, and the buyer stays told', async () => {
  await sendOrder('ediwheel', { behaviour: 'back-order' });
  const onBackOrder = [{ ...all, tire: 'remote', confirmed: 2, backordered: 2, day: null }];
  expect(await shop.answersOf()).toEqual(onBackOrder);
  shop.setTime(minutesAfter(60 * 5));
  await shop.ask(wireSupplier('ediwheel'));
  expect((await shop.exchanges()).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  expect(await shop.answersOf()).toEqual(onBackOrder);
  const delays = await shop.db.selectFrom('delays').select(['expected_on', 'ended_at']).execute();
  expect(delays).toEqual([{ expected_on: null, ended_at: null }]);
});

test('the same answer again does not change what an employee booked after it', async () => {
  await sendOrder('ediwheel', { behaviour: 'back-order' });
  await shop.done('purchases', 'confirm', 'P26-00001', '--line', 'remote=2', '--expected', '2026-11-30');
  await shop.db.updateTable('purchases').set({ ask_requested_at: cutOff }).execute();
  await shop.ask(wireSupplier('ediwheel'));
  expect(await shop.answersOf()).toEqual([{ ...all, tire: 'remote', day: '2026-11-30' }]);
});

test('an order waits one cut-off for the fewest tires that the supplier takes, then a person is told once', async () => {
  const supplier = wireSupplier('http', { minPieces: 6 });
  await shop.order(4);
  shop.setTime(cutOff);
  expect(await shop.send(supplier)).toEqual([]);
  shop.setTime(nextCutOff);
  expect(await shop.send(supplier)).toEqual(['purchase P26-00001: not sent: 4 of at least 6 tires']);
  expect(await shop.send(supplier)).toEqual([]);
  expect(references()).toEqual([]);
  await shop.order(2);
  expect(await shop.send(supplier)).toEqual([]);
  expect(references()).toEqual(['P26-00001']);
});

test('a purchase below the free freight waits while no promised day is missed', async () => {
  const supplier = wireSupplier('http', { freeFreightFrom: 300 });
  await sql`update tire_sources set cost_net = 70`.execute(shop.db);
  await shop.order(4);
  const promise = (day: string) => shop.db.updateTable('orders').set({ promised_on: day }).execute();
  // Two working days after the cut-off of Monday, 23 November.
  await promise('2026-11-25');
  shop.setTime(cutOff);
  expect(await shop.send(supplier)).toEqual([]);
  expect(references()).toEqual([]);
  await promise('2026-11-24');
  await shop.send(supplier);
  expect(references()).toEqual(['P26-00001']);
});

test('a purchase that reaches the free freight is sent at its cut-off', async () => {
  await sql`update tire_sources set cost_net = 75`.execute(shop.db);
  await shop.order(4);
  await shop.db.updateTable('orders').set({ promised_on: '2026-12-24' }).execute();
  shop.setTime(cutOff);
  await shop.send(wireSupplier('http', { freeFreightFrom: 300 }));
  expect(references()).toEqual(['P26-00001']);
});

test('a supplier whose purchases are sent by click gets none by itself; the owner is told before and after each cut-off', async () => {
  const supplier = wireSupplier('http', { send: 'by-click' });
  const toSend = (day: string, count: number) =>
    `purchase P26-00001: not sent: an employee has to send it by ${day} 15:30 (${count} tires)`;
  await shop.order(4);
  shop.setTime(minutesAfter(-181));
  expect(await shop.send(supplier)).toEqual([]);
  shop.setTime(minutesAfter(-180));
  expect(await shop.send(supplier)).toEqual([toSend('2026-11-20', 4)]);
  await shop.order(1);
  expect(await shop.send(supplier)).toEqual([]);
  shop.setTime(cutOff);
  expect(await shop.send(supplier)).toEqual([toSend('2026-11-23', 5)]);
  expect(await shop.send(supplier)).toEqual([]);
  expect(references()).toEqual([]);
  await shop.done('purchases', 'send', 'P26-00001', '--yes');
  await shop.send(supplier);
  expect(references()).toEqual(['P26-00001']);
});

test('a supplier that does not answer delays no purchase from another', async () => {
  await seedTires(shop.db, [{ id: 'third', stock: { 'supplier:quick': { count: 12, leadDays: 2 } } }]);
  await shop.order(4);
  await shop.order(4, 'third');
  shop.setTime(cutOff);
  const [silent, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sending = sendDuePurchases({ shop: shop.context(), alert: () => {} }, [], async ({ supplier }) => {
    if (supplier === 'seed') await silent.promise;
    else quick.resolve();
    return { result: 'sent' };
  });
  await quick.promise;
  silent.resolve();
  await sending;
  expect((await shop.purchases()).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test.each([
  ['on a holiday', '2026-12-24T10:00:00Z', '2026-12-28T13:29:59Z', '2026-12-28T13:30:01Z'],
  ['after the clocks went back', '2026-10-24T10:00:00Z', '2026-10-26T13:29:59Z', '2026-10-26T13:30:01Z'],
  ['after the clocks went forward', '2027-03-27T10:00:00Z', '2027-03-29T12:29:59Z', '2027-03-29T12:30:01Z'],
  ['after days without the shop', '2026-11-20T10:00:00Z', '2026-11-20T13:29:59Z', '2026-11-26T03:00:00Z'],
])('an order placed %s is sent once, at its cut-off', async (_, placed, before, after) => {
  shop.setTime(new Date(placed));
  await shop.order(4);
  shop.setTime(new Date(before));
  await shop.send(wireSupplier('http'));
  expect(references()).toEqual([]);
  shop.setTime(new Date(after));
  await Promise.all([shop.send(wireSupplier('http')), shop.send(wireSupplier('http'))]);
  await shop.send(wireSupplier('http'));
  expect(references()).toHaveLength(1);
});
