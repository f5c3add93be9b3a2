import { afterEach, beforeEach, expect } from 'vitest';
import { askSuppliers, sendPurchases } from '../../../src/jobs/sending/send-purchases.ts';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import { orderDeclaration as orderSchema } from '../../../src/shop/catalog/supplier/order-declaration.ts';
import type { Behaviour } from '../../../src/suppliers-fake/books.ts';
import { startSupplierFake } from '../../../src/suppliers-fake/start-supplier-fake.ts';
import { makerOrder, wholesalerOrder } from './order-examples.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const publicUrl = 'https://shop.example';
const secret = 'rehvipood:Sesam-avane-7';

const declarations = {
  ediwheel: makerOrder,
  'C1.0': { ...makerOrder, norm: 'C1.0', qualified: true },
  http: wholesalerOrder,
};

export const minutesAfter = (minutes: number) => new Date(cutOff.getTime() + minutes * 60_000);

export type Kind = keyof typeof declarations;

function keysOf(order: string | null = secret): Record<string, string> {
  return order === null ? {} : { 'seed-order': order, 'seed-api': 'api-key-of-seed' };
}

/** The supplier `seed` with an interface. */
export function wireSupplier(kind: Kind, changes: object = {}): Supplier {
  const order = orderSchema.parse({ ...declarations[kind], ...changes });
  return { id: 'seed', name: 'Seed Rehvid OÜ', leadDays: 2, order } as unknown as Supplier;
}

/** A shop whose supplier `seed` takes orders at a fake of its interface. */
export function wireShop() {
  const shop = purchasesShop();
  let fake: Awaited<ReturnType<typeof startSupplierFake>>;
  beforeEach(async () => {
    fake = await startSupplierFake({ secret, now: () => shop.context().now() });
  });
  afterEach(() => fake.close());

  const purchasing = (
    supplier: Supplier,
    changes: { publicUrl?: string; totalMs?: number; secret?: string | null },
  ) => ({
    suppliers: [supplier],
    owner: 'owner@shop.example',
    mailer: {
      sendOnce: async () => {
        throw new Error('a purchase by wire was mailed');
      },
    },
    orderInterfaces: {
      keys: keysOf(changes.secret),
      publicUrl: changes.publicUrl ?? publicUrl,
      connection: {
        fakes: { 'edi.maker.example': fake.origin, 'api.wholesaler.example': fake.origin },
        ...(changes.totalMs !== undefined && { limits: { totalMs: changes.totalMs } }),
      },
    },
  });
  type Changes = Parameters<typeof purchasing>[1];

  const run = async (job: ReturnType<typeof sendPurchases>) => {
    const alerts: string[] = [];
    await job.run({
      shop: shop.context(),
      sendMail: async () => {},
      sendNotice: async () => {},
      alert: (line) => alerts.push(line),
    });
    return alerts;
  };
  const send = (supplier: Supplier, changes: Changes = {}) => run(sendPurchases(purchasing(supplier, changes)));
  return Object.assign(shop, {
    secret,
    fake: () => fake,
    purchasing,
    /** Runs the scheduled sending. Returns its alerts. */
    send,
    /** Places an order of 4, and sends its purchase at the cut-off. Returns the alerts. */
    async sendOrder(kind: Kind, { changes = {}, run = {}, behaviour = 'confirm' as Behaviour } = {}) {
      await shop.order(4);
      shop.setTime(cutOff);
      fake.plan(behaviour);
      return send(wireSupplier(kind, changes), run);
    },
    /** The references of the orders that the supplier has. */
    references: () => fake.orders.map(({ reference }) => reference),
    /** Runs the scheduled questions. Returns its alerts. */
    ask: (supplier: Supplier, changes: Changes = {}) => run(askSuppliers(purchasing(supplier, changes))),
    answersOf: () =>
      shop.db
        .selectFrom('purchase_lines')
        .select(['tire_id as tire', 'open', 'confirmed', 'backordered', 'refused', 'expected_on as day'])
        .orderBy('tire_id')
        .execute(),
    exchanges: () => shop.db.selectFrom('purchase_exchanges').selectAll().orderBy('id').execute(),
    async state() {
      const [purchase] = await shop.purchases();
      expect(purchase).toBeDefined();
      return purchase?.state;
    },
  });
}
