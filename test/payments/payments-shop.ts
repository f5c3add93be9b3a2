import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { pollPayments } from '../../src/jobs/poll-payments.ts';
import { expireOrders, reconcileNightly } from '../../src/jobs/schedule.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { montonioProvider } from '../../src/shop/payment/montonio/montonio.ts';
import { stripeProvider } from '../../src/shop/payment/stripe/stripe.ts';
import { seedTires } from '../support/database/seed.ts';
import { form, items } from '../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place, readOrder } from '../support/orders/orders-shop.ts';
import { fridayNoon, runJobs, testShopContext } from '../support/shop-context.ts';

export const bank = 'montonio:paymentInitiation:EE:LHVBEE22';
export const card = 'stripe:card';

/** Minutes after which an unpaid bank link or card page expires: `terms.redirectMinutes` of shop.config.ts. */
export const paymentExpiryMinutes = 45;

/** The `outcome()` of an order for four tires that was paid once, without a review mark or refund. */
export const confirmed = {
  status: 'confirmed',
  review: null,
  paid: 31960,
  ledgerEntries: 1,
  paidMails: 1,
  sold: 4,
  refunds: 0,
};

export type PlacedOrder = {
  number: string;
  token: string;
  id: number;
  url: string | undefined;
  body: { order: unknown };
};

/** Ends the shop's next wait of `limitMs` for a provider as soon as the provider has done its work, so that the test does not wait. */
export function endWait(limitMs: number, faultReached: Promise<unknown>): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let isEnded = false;
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== limitMs || isEnded) return timeout(ms);
    isEnded = true;
    const controller = new AbortController();
    void faultReached.then(() => controller.abort(new DOMException('', 'TimeoutError')));
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
}

type Fakes = {
  montonio: Awaited<ReturnType<typeof startMontonioFake>>;
  stripe: Awaited<ReturnType<typeof startStripeFake>>;
};

/**
 * The orders and payments API on a port, with a fake of each provider, one clock for all of them, and 40 tires with
 * the id `tire` at the branch. Opened again before each test.
 */
export function paymentsShop() {
  const database = ordersDatabase();
  let now = fridayNoon;
  const running = {} as Fakes & { context: ShopContext; app: FastifyInstance; address: string };

  beforeEach(async () => {
    now = fridayNoon;
    await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 40 } }]);
    const keys = { accessKey: 'access', secretKey: 'secret-of-montonio' };
    running.montonio = await startMontonioFake({ ...keys, now: () => now });
    running.stripe = await startStripeFake({ secretKey: 'sk_test', webhookSecret: 'whsec_test', now: () => now });
    const { accessKey, secretKey } = keys;
    const urls = {
      returnTo: (id: string, code: string) => `${running.address}/v1/payments/return/${id}/${code}`,
      notify: (provider: string) => `${running.address}/v1/webhooks/${provider}`,
    };
    running.context = testShopContext(database.db.kysely, {
      now: () => now,
      urls,
      providers: [
        montonioProvider({ accessKey, secretKeys: [secretKey], baseUrl: running.montonio.url, now: () => now }),
        stripeProvider({
          secretKey: 'sk_test',
          webhookSecrets: ['whsec_test'],
          baseUrl: running.stripe.url,
          now: () => now,
        }),
      ],
    });
    running.app = await ordersApp(database.db.kysely, { shop: running.context });
    await running.app.listen({ port: 0, host: '127.0.0.1' });
    running.address = `http://127.0.0.1:${(running.app.server.address() as AddressInfo).port}`;
    running.stripe.control.webhookUrl = urls.notify('stripe');
  });
  afterEach(async () => {
    await running.app.close();
    await running.montonio.close();
    await running.stripe.close();
  });

  const shop = {
    get db() {
      return database.db;
    },
    get context() {
      return running.context;
    },
    get app() {
      return running.app;
    },
    get montonio() {
      return running.montonio.control;
    },
    get stripe() {
      return running.stripe.control;
    },
    /** The fake of the provider of a payment method. */
    fakeOf: (method: string) => running[method === bank ? 'montonio' : 'stripe'].control,
    get address() {
      return running.address;
    },
    now: () => now,
    passMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    setTime(time: Date) {
      now = time;
    },
    /** Runs every enqueued job that is due. */
    runJobs: () => runJobs(running.context),
    /** Runs the minutely jobs, and then the jobs that they enqueue. */
    async runMinutelyJobs() {
      const context = { shop: running.context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} };
      await pollPayments.run(context);
      await expireOrders.run(context);
      await runJobs(running.context);
    },
    reconcile: () =>
      reconcileNightly.run({
        shop: running.context,
        sendMail: async () => {},
        sendNotice: async () => {},
        alert: () => {},
      }),
    /** Places an order for `count` tires. */
    async order(paymentMethod: string, count = 4, changes: Record<string, unknown> = {}): Promise<PlacedOrder> {
      const answer = await place(running.app, form({ paymentMethod, items: items(['tire', count]), ...changes }));
      expect(answer.statusCode).toBe(201);
      const { order, next } = answer.json();
      const { rows } = await database.db.pool.query('select id from orders where number = $1', [order.number]);
      return { number: order.number, token: order.token, id: rows[0].id, url: next.url, body: answer.json() };
    },
    async view({ number, token }: PlacedOrder) {
      return (await readOrder(running.app, number, token)).json();
    },
    /** Sends the buyer's request to pay again, cancel or withdraw. */
    act(
      { number, token }: PlacedOrder,
      act: 'payments' | 'changes' | 'cancel' | 'withdrawal' | 'delay-answer',
      payload: object = {},
      key = randomUUID(),
    ) {
      return running.app.inject({
        method: 'POST',
        url: `/v1/orders/${number}/${act}`,
        headers: { 'order-token': token, 'idempotency-key': key, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
    },
    /** The provider's id of an order's latest payment. */
    async ref({ id }: PlacedOrder): Promise<string> {
      const { rows } = await database.db.pool.query(
        'select provider_ref from payments where order_id = $1 order by position desc limit 1',
        [id],
      );
      return rows[0].provider_ref;
    },
    /** Sends a webhook with these bytes and headers. */
    webhook(provider: string, { body, headers }: { body: string | Buffer; headers: Record<string, string> }) {
      return running.app.inject({ method: 'POST', url: `/v1/webhooks/${provider}`, headers, payload: body });
    },
    async rows(sql: string, values: unknown[] = []) {
      return (await database.db.pool.query(sql, values)).rows;
    },
    /** An order's status, review mark, paid cents, ledger entries, mails about the payment, sold tires and refunds. */
    async outcome({ id }: Pick<PlacedOrder, 'id'>) {
      const selectRow = async (sql: string) => (await database.db.pool.query(sql, [id])).rows[0];
      const { status, review } = await selectRow('select status, review from orders where id = $1');
      const { paid } = await selectRow(
        `select coalesce(sum(amount_cents), 0)::int as paid from payment_ledger where order_id = $1 and kind = 'paid'`,
      );
      const { entries: ledgerEntries } = await selectRow(
        'select count(*)::int as entries from payment_ledger where order_id = $1',
      );
      const { mails: paidMails } = await selectRow(
        `select count(*)::int as mails from letters where order_id = $1 and kind = 'paid'`,
      );
      const { sold } = await selectRow(
        `select coalesce(sum(count), 0)::int as sold from stock_holds where order_id = $1 and state in ('sold', 'handed_over')`,
      );
      const { refunds } = await selectRow('select count(*)::int as refunds from refunds where order_id = $1');
      return { status, review, paid, ledgerEntries, paidMails, sold, refunds };
    },
    async stock() {
      const { rows } = await database.db.pool.query(`select on_hand, held, sold from stock where tire_id = 'tire'`);
      return rows[0];
    },
  };
  return shop;
}
