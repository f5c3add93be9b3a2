import { sql } from 'kysely';
import { beforeEach, expect } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import type { SingleAttempt } from '../../../src/mail/sending/mailer.ts';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, place } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

/** Friday 15:30 in Tallinn, the cut-off of the supplier `seed`. */
export const cutOff = new Date('2026-11-20T13:30:00Z');
export const nextCutOff = new Date('2026-11-23T13:30:00Z');

export const seedSupplier = {
  id: 'seed',
  name: 'Seed Rehvid OÜ',
  order: { by: 'list', email: 'tellimused@seed.example', cutOff: '15:30', listLagHours: 24 },
} as unknown as Supplier;

const noLimits = { ...shopConfig.limits, openOrdersPerEmail: 99, openOrdersPerClient: 99 };

/** A shop whose supplier `seed` lists 12 of `remote` and of `other`; no branch has any. */
export function purchasesShop() {
  const shop = shopOfOrders();
  const mails: Mail[] = [];
  const state = { now: fridayNoon };
  beforeEach(async () => {
    mails.length = 0;
    state.now = fridayNoon;
    await sql`alter sequence purchase_numbers restart`.execute(shop.db);
    await seedTires(shop.db, [
      { id: 'remote', stock: { supplier: { count: 12, leadDays: 2 } } },
      { id: 'other', stock: { supplier: { count: 12, leadDays: 2 } } },
    ]);
  });
  const context = () => testShopContext(shop.db, { now: () => state.now });
  const deliver = async (mail: Mail): Promise<SingleAttempt> => {
    mails.push(mail);
    return { result: 'sent' };
  };
  const methods = {
    database: shop.database,
    get db() {
      return shop.db;
    },
    mails,
    context,
    run: (args: string[], answer?: string) => shop.run(args, answer, { now: () => state.now }),
    setTime: (now: Date) => {
      state.now = now;
    },
    /** Places a confirmed order of `count` tires that are paid at Ringtee. Returns its number. */
    async order(count: number, tire = 'remote'): Promise<string> {
      const app = await ordersApp(shop.db, { shop: context(), limits: noLimits });
      const answer = await place(app, form({ paymentMethod: 'pay_at_branch', items: items([tire, count]) }));
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().order.number;
    },
    /** Runs the scheduled sending. */
    async sendDuePurchases(sendOnce = deliver, suppliers: readonly Supplier[] = [seedSupplier]) {
      const job = sendPurchases({ suppliers, owner: 'owner@shop.example', mailer: { sendOnce } });
      const alerts: string[] = [];
      await job.run({
        shop: context(),
        sendMail: async () => {},
        sendNotice: async () => {},
        alert: (line) => alerts.push(line),
      });
      return alerts;
    },
    /** Places an order and sends its purchase at the cut-off. Returns the numbers of both. */
    async sentOrder(count: number) {
      const order = await methods.order(count);
      methods.setTime(cutOff);
      await methods.sendDuePurchases();
      return { order, purchase: (await methods.purchases())[0]?.number ?? '' };
    },
    purchases: () => shop.db.selectFrom('purchases').select(['number', 'state', 'revision']).orderBy('id').execute(),
    lines: () =>
      shop.db
        .selectFrom('purchase_lines')
        .select(['tire_id', 'ordered', 'open', 'confirmed', 'refused', 'received', 'owed'])
        .orderBy('id')
        .execute(),
    async stockOf(place: string, tire = 'remote') {
      const counts = ['on_hand', 'held', 'sold', 'owed', 'apart'] as const;
      const rows = shop.db.selectFrom('stock').select(counts).where('tire_id', '=', tire).where('place', '=', place);
      return rows.executeTakeFirst();
    },
    /** The number of sessions that wait for a lock. */
    async waitingSessions() {
      const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await waiting.execute(shop.db)).rows.length;
    },
    /** Runs a command that must succeed. */
    async done(...args: string[]) {
      const result = await methods.run([...args]);
      expect(result, result.err).toMatchObject({ code: 0 });
      return result.out;
    },
  };
  return methods;
}
