import { afterEach, beforeEach, expect, test } from 'vitest';
import { askSuppliers, sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import { orderDeclaration as orderSchema } from '../../../src/shop/catalog/supplier/order-declaration.ts';
import { startSupplierFake } from '../../../src/suppliers-fake/start-supplier-fake.ts';
import { makerOrder } from '../../cli/purchases/order-examples.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { items } from '../../support/orders/order-form.ts';
import { testShopContext } from '../../support/shop-context.ts';

const order = orderSchema.parse({ ...makerOrder, login: undefined });
const supplierOf = (id: string, terms: object = {}) =>
  ({ id, name: id, leadDays: 2, order: { ...order, ...terms } }) as unknown as Supplier;
const suppliers = [
  supplierOf('seed'),
  supplierOf('clicked', { send: 'by-click' }),
  supplierOf('prepaid', { unpaid: 'up-to:200' }),
];
const desk = deskOfOrders({ suppliers });

type Purchase = { state: string; exchanges: { id: number }[]; lines: Record<string, unknown>[] };

let kati: Awaited<ReturnType<typeof desk.sessionOf>>;
let fake: Awaited<ReturnType<typeof startSupplierFake>>;

beforeEach(async () => {
  await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: { count: 12, leadDays: 2 } } }]);
  kati = await desk.enrol('worker', 'kati');
  fake = await startSupplierFake({ now: () => desk.clock.now });
});
afterEach(() => fake.close());

async function run(job: typeof sendPurchases, totalMs = 60_000): Promise<void> {
  const shop = testShopContext(desk.shop.db, { now: () => desk.clock.now });
  const connection = { fakes: { 'edi.maker.example': fake.origin }, limits: { totalMs } };
  const mailer = { sendOnce: async () => ({ result: 'sent' as const }) };
  const purchasing = {
    suppliers,
    owner: '',
    mailer,
    orderInterfaces: { keys: {}, publicUrl: 'https://shop.example', connection },
  };
  await job(purchasing).run({ shop, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });
}

/** Sends a purchase that the supplier takes, or not (`lost`), without an answer. Returns its number. */
async function unclearPurchase(behaviour: 'timeout' | 'lost'): Promise<string> {
  await desk.shop.order({ items: items(['remote', 4]) });
  const [draft] = (await kati.get('/api/purchases')).body as unknown as { number: string }[];
  const number = draft?.number ?? '';
  expect((await kati.act('ask-purchase', { number })).body).toMatchObject({ code: 'wrong-state', state: 'draft' });
  await kati.act('send-purchase', { number });
  fake.plan(behaviour);
  await run(sendPurchases, 500);
  return number;
}

const purchase = async (number: string) => (await kati.get(`/api/purchases/${number}`)).body as Purchase;

test('a worker sees how the supplier is reached, asks its system about an unclear purchase, and reads what was said', async () => {
  const number = await unclearPurchase('timeout');
  expect(await purchase(number)).toMatchObject({
    ...{ state: 'unclear', by: 'ediwheel', answersStateQueries: true, askRequestedAt: null },
    exchanges: [{ kind: 'order', outcome: 'unclear' }],
  });
  expect((await kati.act('ask-purchase', { number })).status).toBe(200);
  expect(await purchase(number)).toMatchObject({ askRequestedAt: desk.clock.now.toISOString() });
  await run(askSuppliers);
  const found = await purchase(number);
  expect(found).toMatchObject({
    ...{ state: 'sent', askRequestedAt: null, supplierNumber: 'S4711' },
    lines: [{ confirmed: 4, expectedOn: '2026-11-21' }],
    exchanges: [{ outcome: 'unclear' }, { kind: 'status', outcome: 'accepted' }],
  });
  const [first, second] = found.exchanges.map(({ id }) => id);
  const texts = async (id: number | undefined) => kati.get(`/api/purchases/${number}/exchanges/${id}`);
  expect((await texts(first)).body).toMatchObject({ answer: null, request: expect.stringContaining('<LineID>000001') });
  expect((await texts(second)).body).toMatchObject({ answer: expect.stringContaining('S4711') });
  expect((await texts(99)).status).toBe(404);
  expect((await kati.get(`/api/purchases/P26-99999/exchanges/${first}`)).status).toBe(404);
});

test('a worker gives up a purchase that the supplier has not got: its order lacks the tires', async () => {
  const number = await unclearPurchase('lost');
  await kati.act('ask-purchase', { number });
  await run(askSuppliers);
  expect(await purchase(number)).toMatchObject({ state: 'unclear', exchanges: [{}, { outcome: 'unknown' }] });
  const given = await kati.act('give-up-purchase', { number });
  expect(given.body).toMatchObject({ ok: true, delays: [{ isLate: true }] });
  expect(await purchase(number)).toMatchObject({ state: 'closed', lines: [{ refused: 4 }] });
  expect((await kati.act('give-up-purchase', { number })).body.code).toBe('wrong-state');
});

test('a draft says when it is sent, or by when and why a person has to send it', async () => {
  await seedTires(desk.shop.db, [
    { id: 'by-click', stock: { 'supplier:clicked': { count: 12, leadDays: 2 } } },
    { id: 'prepaid', stock: { 'supplier:prepaid': { count: 12, leadDays: 2 } } },
  ]);
  const order = (tire: string, count: number) =>
    desk.shop.order({ paymentMethod: 'pay_at_branch', items: items([tire, count]) });
  await order('remote', 4);
  await order('by-click', 4);
  await order('prepaid', 4);
  const drafts = (await kati.get('/api/purchases')).body as unknown as { number: string; supplier: string }[];
  const draftOf = async (supplier: string) =>
    purchase(drafts.find((draft) => draft.supplier === supplier)?.number ?? '');
  const cutOff = '2026-11-20T13:30:00.000Z';
  expect(await draftOf('seed')).toMatchObject({ waitsFor: 'cut-off', cutOff, unpaidPieces: 0 });
  expect(await draftOf('clicked')).toMatchObject({ waitsFor: 'click', cutOff });
  expect(await draftOf('prepaid')).toMatchObject({ waitsFor: 'payment', unpaidPieces: 4 });
  await order('prepaid', 2);
  expect(await draftOf('prepaid')).toMatchObject({ waitsFor: 'cut-off', unpaidPieces: 4 });
});
