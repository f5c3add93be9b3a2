import { beforeEach, expect, test } from 'vitest';
import { startPayment } from '../../../src/shop/checkout/pay/start-payment.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { submitRefund } from '../../../src/shop/checkout/refund/submit-refund.server.ts';
import { duePayments, syncPayment } from '../../../src/shop/checkout/settle/sync-payment.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const dayMs = 24 * 60 * 60_000;
let now: Date;
let stub: ReturnType<typeof stubProvider>;
const context = () => testShopContext(database.db.kysely, { now: () => now, providers: [stub.provider] });

const passMs = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/**
 * Pays an order and, `delayMs` later, requests a refund; `cents` null: of the whole payment.
 * Returns the ids of order, payment and refund.
 */
async function paidOrderWithRefund(delayMs: number, cents: number | null = null) {
  now = fridayNoon;
  stub = stubProvider('montonio');
  await place(await ordersApp(database.db.kysely), form({ paymentMethod: 'bank_transfer' }));
  await database.db.pool.query(
    `update payments set provider = 'montonio', state = 'created', next_poll_at = created_at`,
  );
  const { id, order_id } = await database.db.kysely.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  await startPayment(context(), id);
  stub.setReport(id, { state: 'paid' });
  await syncPayment(context(), id);
  passMs(delayMs);
  // Runs the polls that fall due during the delay; no test has more than 20.
  for (let polls = 0; polls < 20; polls += 1)
    for (const due of await duePayments(database.db.kysely, now)) await syncPayment(context(), due);
  const requested = await refundOrder(context(), order_id, cents, 'withdrawal', 'operator');
  const refund = requested.ok && requested.refunds[0]?.id;
  if (!refund) throw new Error('the refund was refused');
  return { order: order_id, payment: id, refund };
}

const refunds = async () =>
  (await database.db.pool.query('select state, provider_ref from refunds order by requested_at')).rows;

test('a refund with an unknown outcome stays submitted while its provider is unreachable', async () => {
  const { payment, refund } = await paidOrderWithRefund(dayMs);
  stub.refund = { ok: false, kind: 'unknown', cause: 'ECONNRESET' };
  await submitRefund(context(), refund);
  passMs(10 * 60_000);
  stub.refund = { ok: false, kind: 'unavailable' };
  await submitRefund(context(), refund);
  expect(await refunds()).toEqual([{ state: 'submitted', provider_ref: null }]);

  stub.setReport(payment, { state: 'paid', refunds: [{ ref: 'r1', amountCents: 31960, state: 'pending' }] });
  await syncPayment(context(), payment);
  expect(await refunds()).toEqual([{ state: 'pending', provider_ref: 'r1' }]);
});

test('a refund that never reached its provider stays requested', async () => {
  const { refund } = await paidOrderWithRefund(dayMs);
  await submitRefund(context(), refund);
  expect(await refunds()).toEqual([{ state: 'requested', provider_ref: null }]);
});

test('polls a payment again while a refund of it is pending', async () => {
  const { payment, refund } = await paidOrderWithRefund(20 * dayMs);
  expect(await duePayments(database.db.kysely, new Date('2027-06-01'))).toEqual([]);
  stub.refund = { ok: true, value: { ref: 'r1', amountCents: 31960, state: 'pending' } };
  await submitRefund(context(), refund);
  expect(await refunds()).toEqual([{ state: 'pending', provider_ref: 'r1' }]);
  stub.setReport(payment, { state: 'paid', refunds: [{ ref: 'r1', amountCents: 31960, state: 'succeeded' }] });
  passMs(60 * 60_000);
  expect(await duePayments(database.db.kysely, now)).toEqual([payment]);
  await syncPayment(context(), payment);
  expect(await refunds()).toEqual([{ state: 'succeeded', provider_ref: 'r1' }]);
});

test.each([
  ['rejected at once', { ok: false, kind: 'rejected', code: 'no' } as const],
  ['accepted and then failed', { ok: true, value: { ref: 'r1', amountCents: 31960, state: 'failed' } } as const],
])('marks the order for review when a refund is %s', async (_outcome, response) => {
  const { refund } = await paidOrderWithRefund(dayMs);
  stub.refund = response;
  await submitRefund(context(), refund);
  expect(await refunds()).toMatchObject([{ state: 'failed' }]);
  expect((await database.db.pool.query('select review from orders')).rows).toEqual([{ review: 'refund-failed' }]);
});

test('keeps two refunds of the same amount apart', async () => {
  const { order, refund: first } = await paidOrderWithRefund(dayMs, 10000);
  passMs(60_000);
  const requested = await refundOrder(context(), order, 10000, 'withdrawal', 'operator');
  const second = requested.ok ? (requested.refunds[0]?.id ?? '') : '';
  stub.refund = { ok: false, kind: 'unknown', cause: 'ECONNRESET' };
  await submitRefund(context(), first);
  stub.refund = { ok: true, value: { ref: 'r2', amountCents: 10000, state: 'pending' } };
  await submitRefund(context(), second);
  expect(await refunds()).toEqual([
    { state: 'submitted', provider_ref: null },
    { state: 'pending', provider_ref: 'r2' },
  ]);
  passMs(10 * 60_000);
  stub.refund = { ok: true, value: { ref: 'r1', amountCents: 10000, state: 'pending' } };
  await submitRefund(context(), first);
  expect(await refunds()).toEqual([
    { state: 'pending', provider_ref: 'r1' },
    { state: 'pending', provider_ref: 'r2' },
  ]);
});
