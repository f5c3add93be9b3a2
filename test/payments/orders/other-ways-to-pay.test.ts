import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { pollPayments } from '../../../src/jobs/poll-payments.ts';
import { markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { payAgain } from '../../../src/shop/checkout/pay/pay-again.server.ts';
import { duePayments, syncPayment } from '../../../src/shop/checkout/settle/sync-payment.server.ts';
import { listOrders } from '../../../src/shop/order/find/list-orders.server.ts';
import { answerOf } from '../../../src/shop/order/order-answer.server.ts';
import { readOrder } from '../../../src/shop/order/read-order.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const stripe = stubProvider('stripe');
const montonio = stubProvider('montonio');
let now = fridayNoon;
const context = () =>
  testShopContext(database.db.kysely, { now: () => now, providers: [stripe.provider, montonio.provider] });

/** Places an order at noon; returns its id. */
async function placeOrder(paymentMethod = 'pay_at_branch'): Promise<number> {
  now = fridayNoon;
  expect((await place(await ordersApp(database.db.kysely), form({ paymentMethod }))).statusCode).toBe(201);
  return (await database.db.kysely.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id;
}

const orderStatus = async () => (await database.db.pool.query('select status from orders')).rows[0].status;

test('choosing to prepay an order payable at the branch makes it await payment; choosing the branch confirms it', async () => {
  const order = await placeOrder();
  expect(await orderStatus()).toBe('confirmed');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'bank_transfer', 'key-1');
  expect(await orderStatus()).toBe('awaiting_payment');
  expect(await markReady(context(), order, 'branch')).toEqual({ ok: false, reason: 'unpaid' });
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'pay_at_branch', 'key-2');
  expect(await orderStatus()).toBe('confirmed');
});

test('choosing the branch days after a prepaid order counts the promised day from then, because the tires are ordered only then', async () => {
  await seedTires(database.db.kysely, [{ id: 'far', stock: { supplier: { count: 20, leadDays: 2 } } }]);
  now = fridayNoon;
  const app = await ordersApp(database.db.kysely, { shop: context() });
  const placed = (await place(app, form({ paymentMethod: 'bank_transfer', items: items(['far', 4]) }))).json().order;
  expect(placed.promisedOn).toBe('2026-11-24');
  const send = (paymentMethod: string) =>
    app.inject({
      method: 'POST',
      url: `/v1/orders/${placed.number}/payments`,
      headers: { 'order-token': placed.token, 'idempotency-key': randomUUID() },
      payload: { paymentMethod },
    });
  now = new Date('2026-11-24T10:00:00Z');
  // Two working days after Tuesday, then three in which the buyer can collect the tires.
  const atBranch = { status: 'confirmed', promisedOn: '2026-11-26', heldUntil: '2026-12-01' };
  expect((await send('pay_at_branch')).json().order).toMatchObject(atBranch);
  now = new Date('2026-11-25T10:00:00Z');
  await send('bank_transfer');
  expect((await send('pay_at_branch')).json().order).toMatchObject(atBranch);
});

test('stops polling a payment that was cancelled before the call to its provider', async () => {
  const order = await placeOrder('bank_transfer');
  await database.db.pool.query(`update payments set state = 'created', provider = 'stripe', next_poll_at = created_at`);
  now = new Date(now.getTime() + 60_000);
  await payAgain({ ...context(), providers: [] }, order, 'bank_transfer', 'key-1');
  const [duePayment] = await duePayments(database.db.kysely, now);
  expect(duePayment).toBeDefined();
  expect(await syncPayment(context(), duePayment ?? '')).toBe(false);
  expect(await duePayments(database.db.kysely, new Date('2027-01-01'))).toEqual([]);
});

/** An order with two payment pages: the buyer chose Stripe, then a bank, and the page at Stripe could not be expired. */
async function orderWithTwoOpenPages() {
  const order = await placeOrder('bank_transfer');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'stripe:card', 'key-1');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'montonio:cardPayments', 'key-2');
  const paymentIdAt = async (provider: string) =>
    (
      await database.db.kysely
        .selectFrom('payments')
        .select('id')
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow()
    ).id;
  return { order, card: await paymentIdAt('stripe'), bank: await paymentIdAt('montonio') };
}

const paymentStates = async () =>
  (await database.db.pool.query('select provider, state from payments order by created_at')).rows.map(
    ({ provider, state }) => `${provider} ${state}`,
  );

test('a cancelled payment that is authorised after all replaces the open payment', async () => {
  const { order, card } = await orderWithTwoOpenPages();
  expect(await paymentStates()).toEqual(['bank_transfer cancelled', 'stripe cancelled', 'montonio pending']);
  stripe.setReport(card, { state: 'authorized' });
  expect(await syncPayment(context(), card)).toBe(true);
  expect(await paymentStates()).toEqual(['bank_transfer cancelled', 'stripe authorized', 'montonio cancelled']);
  const { order: view, next } = answerOf(await readOrder(database.db.kysely, order), context().shopConfig);
  expect(view).toMatchObject({ awaitsBuyer: false, payment: { state: 'authorized', attempt: 'authorized' } });
  expect(next).toEqual({ type: 'none' });
  expect(await listOrders(database.db.kysely, { paid: 'authorized' }, 10)).toMatchObject([{ id: order }]);
});

test('polls the other payments when one cannot be settled', async () => {
  const { card, bank } = await orderWithTwoOpenPages();
  now = new Date(now.getTime() + 60 * 60_000);
  stripe.setReport(card, { state: 'paid', amountCents: Number.NaN });
  montonio.setReport(bank, { state: 'paid' });
  await database.db.pool.query(
    `update payments set next_poll_at = created_at where provider in ('stripe', 'montonio')`,
  );
  await expect(
    pollPayments.run({ shop: context(), sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} }),
  ).rejects.toThrow();
  expect(await paymentStates()).toEqual(['bank_transfer cancelled', 'stripe cancelled', 'montonio paid']);
});

test('cancels an open transfer once another payment is paid', async () => {
  const { order, card } = await orderWithTwoOpenPages();
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'bank_transfer', 'key-3');
  stripe.setReport(card, { state: 'paid' });
  await syncPayment(context(), card);
  expect((await paymentStates()).slice(1)).toEqual(['stripe paid', 'montonio cancelled', 'bank_transfer cancelled']);
});
