import { beforeEach, expect } from 'vitest';
import { startPayment } from '../../src/shop/checkout/pay/start-payment.server.ts';
import { refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import type { PaymentReport } from '../../src/shop/payment/provider.ts';
import { seedTires } from '../support/database/seed.ts';
import { form } from '../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../support/orders/orders-shop.ts';
import { stubProvider } from '../support/server/stub-provider.ts';
import { fridayNoon, testShopContext } from '../support/shop-context.ts';

/**
 * A shop with 40 tires with the id `tire` and one provider, a stub of Montonio whose responses the test sets.
 * Created again before each test.
 */
export function stubShop() {
  const database = ordersDatabase();
  let now: Date;
  let stub: ReturnType<typeof stubProvider>;
  beforeEach(async () => {
    now = fridayNoon;
    stub = stubProvider('montonio');
    await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 40 } }]);
  });
  const rows = async (sql: string, values: unknown[] = []) => (await database.db.pool.query(sql, values)).rows;
  const shop = {
    get db() {
      return database.db;
    },
    get stub() {
      return stub;
    },
    get context() {
      return testShopContext(database.db.kysely, { now: () => now, providers: [stub.provider] });
    },
    now: () => now,
    passMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    rows,
    /** Places an order for four tires, 319.60 €; returns its id. */
    async placeOrder(paymentMethod: string, changes: Record<string, unknown> = {}): Promise<number> {
      const app = await ordersApp(database.db.kysely, { shop: shop.context });
      const answer = await place(app, form({ paymentMethod, ...changes }));
      await app.close();
      expect(answer.statusCode).toBe(201);
      return (await rows('select id from orders order by id desc'))[0].id;
    },
    /** Places an order and starts its payment at the provider; returns both ids. */
    async startedPayment(): Promise<{ order: number; payment: string }> {
      const order = await shop.placeOrder('bank_transfer');
      const [{ id: payment }] = (await rows(
        `update payments set provider = 'montonio', state = 'created', next_poll_at = created_at
         where order_id = $1 returning id`,
        [order],
      )) as [{ id: string }];
      await startPayment(shop.context, payment);
      return { order, payment };
    },
    /** Sets the provider's report of a payment, then synchronizes the payment with it. */
    async reportAndSync(payment: string, report: Partial<PaymentReport>): Promise<void> {
      stub.setReport(payment, report);
      expect(await syncPayment(shop.context, payment)).toBe(true);
    },
    /** Requests a refund as the operator; `cents` null: of all that was paid. Returns the refund's id. */
    async requestRefund(order: number, cents: number | null = null): Promise<string> {
      const requested = await refundOrder(shop.context, order, cents, 'goodwill', 'operator');
      const id = requested.ok && requested.refunds[0]?.id;
      if (!id) throw new Error(`refused: ${JSON.stringify(requested)}`);
      return id;
    },
    async orderState(order: number) {
      const [{ status, review }] = (await rows('select status, review from orders where id = $1', [order])) as [
        { status: string; review: string | null },
      ];
      return { status, review };
    },
    async stock(): Promise<{ on_hand: number; held: number; sold: number }> {
      return (await rows(`select on_hand, held, sold from stock where tire_id = 'tire'`))[0];
    },
  };
  return shop;
}
