import { beforeEach, expect, test } from 'vitest';
import { pollPayments } from '../../../src/jobs/poll-payments.ts';
import { markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { payAgain } from '../../../src/shop/checkout/pay/pay-again.server.ts';
import { duePayments, syncPayment } from '../../../src/shop/checkout/settle/sync-payment.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const stripe = stubProvider('stripe');
const montonio = stubProvider('montonio');
let now = fridayNoon;
const context = () =>
  testShopContext(here.db.kysely, { now: () => now, providers: [stripe.provider, montonio.provider] });

/** An order, by its id. */
async function placeOrder(paymentMethod = 'pay_at_branch'): Promise<number> {
  now = fridayNoon;
  expect((await place(await ordersApp(here.db.kysely), form({ paymentMethod }))).statusCode).toBe(201);
  return (await here.db.kysely.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id;
}

const statusOf = async () => (await here.db.pool.query('select status from orders')).rows[0].status;

test('choosing to prepay an order payable at the branch makes it await payment; choosing the branch confirms it', async () => {
  const order = await placeOrder();
  expect(await statusOf()).toBe('confirmed');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'bank_transfer', 'first');
  expect(await statusOf()).toBe('awaiting_payment');
  expect(await markReady(context(), order, 'branch')).toEqual({ ok: false, reason: 'unpaid' });
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'pay_at_branch', 'second');
  expect(await statusOf()).toBe('confirmed');
});

test('stops polling a payment that ended before the call to its provider', async () => {
  const order = await placeOrder('bank_transfer');
  await here.db.pool.query(`update payments set state = 'created', provider = 'stripe', next_poll_at = created_at`);
  now = new Date(now.getTime() + 60_000);
  await payAgain({ ...context(), providers: [] }, order, 'bank_transfer', 'first');
  const [given] = await duePayments(here.db.kysely, now);
  expect(given).toBeDefined();
  expect(await syncPayment(context(), given ?? '')).toBe(false);
  expect(await duePayments(here.db.kysely, new Date('2027-01-01'))).toEqual([]);
});

/** An order whose first attempt, at Stripe, could not be closed when its buyer went on to a bank. */
async function orderWithTwoOpenPages() {
  const order = await placeOrder('bank_transfer');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'stripe:card', 'first');
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'montonio:cardPayments', 'second');
  const ids = async (provider: string) =>
    (
      await here.db.kysely
        .selectFrom('payments')
        .select('id')
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow()
    ).id;
  return { order, card: await ids('stripe'), bank: await ids('montonio') };
}

const statesOf = async () =>
  (await here.db.pool.query('select provider, state from payments order by created_at')).rows.map(
    ({ provider, state }) => `${provider} ${state}`,
  );

test('authorised money for a cancelled payment cancels the open payment instead', async () => {
  const { card } = await orderWithTwoOpenPages();
  expect(await statesOf()).toEqual(['bank_transfer cancelled', 'stripe cancelled', 'montonio pending']);
  stripe.truth.set(`at-${card}`, { state: 'authorized' });
  expect(await syncPayment(context(), card)).toBe(true);
  expect(await statesOf()).toEqual(['bank_transfer cancelled', 'stripe authorized', 'montonio cancelled']);
});

test('polls the other payments when one cannot be settled', async () => {
  const { card, bank } = await orderWithTwoOpenPages();
  now = new Date(now.getTime() + 60 * 60_000);
  stripe.truth.set(`at-${card}`, { state: 'paid', amountCents: Number.NaN });
  montonio.truth.set(`at-${bank}`, { state: 'paid' });
  await here.db.pool.query(`update payments set next_poll_at = created_at where provider in ('stripe', 'montonio')`);
  await expect(pollPayments.run({ shop: context(), sendMail: async () => {}, alert: () => {} })).rejects.toThrow();
  expect(await statesOf()).toEqual(['bank_transfer cancelled', 'stripe cancelled', 'montonio paid']);
});

test('cancels an open transfer once another payment is paid', async () => {
  const { order, card } = await orderWithTwoOpenPages();
  now = new Date(now.getTime() + 60_000);
  await payAgain(context(), order, 'bank_transfer', 'third');
  stripe.truth.set(`at-${card}`, { state: 'paid' });
  await syncPayment(context(), card);
  expect((await statesOf()).slice(1)).toEqual(['stripe paid', 'montonio cancelled', 'bank_transfer cancelled']);
});
