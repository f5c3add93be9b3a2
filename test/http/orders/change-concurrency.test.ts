import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { OrderChange } from '../../../src/shop/checkout/change/change-form.ts';
import { changeOrder, previewChange } from '../../../src/shop/checkout/change/change-order.server.ts';
import { cancelAndRefund, cancelByBuyer } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { handOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
let shop: ShopContext;

beforeEach(async () => {
  await seedTires(database.db.kysely, [
    { id: 'tire', stock: { ringtee: 200, annelinn: 200 } },
    { id: 'dearer', price: 9990, stock: { ringtee: 20, annelinn: 20, supplier: { count: 100, leadDays: 3 } } },
    { id: 'cheaper', price: 5990, stock: { annelinn: 100 } },
  ]);
  shop = testShopContext(database.db.kysely);
});

const isPaid = (round: number) => round % 2 === 0;

async function placedOrder(round: number): Promise<number> {
  const { kysely } = database.db;
  const paymentMethod = round % 3 === 0 ? 'bank_transfer' : 'pay_at_branch';
  const answer = await place(await ordersApp(kysely), form({ items: items(['tire', 8]), paymentMethod }));
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = await kysely
    .selectFrom('orders')
    .select('id')
    .where('number', '=', answer.json().order.number)
    .executeTakeFirstOrThrow();
  if (isPaid(round)) expect(await markPaid(shop, id, 'operator')).toEqual({ ok: true });
  return id;
}

type Outcome = { ok: true } | { ok: false; reason: string };
type Act = (id: number, actor: string) => Promise<Outcome>;

const none: OrderChange = { counts: [], swaps: [], customer: {} };
const byStaff =
  (change: Partial<OrderChange>): Act =>
  (id, actor) =>
    changeOrder(shop, id, { ...none, ...change }, { actor });
/** Previews a change and sends it, as the page of the order does: with the preview's newest event. The shop refuses it if an event was added since. */
const byBuyer =
  (change: Partial<OrderChange>): Act =>
  async (id) => {
    const by = { actor: 'buyer', limits: shopConfig.limits, idempotencyKey: randomUUID() } as const;
    const preview = await previewChange(shop, id, { ...none, ...change }, by);
    return preview.ok ? changeOrder(shop, id, { ...none, ...change }, by, { seen: preview.seen }) : preview;
  };

const acts: Act[] = [
  byStaff({ counts: [{ id: 'tire', count: 6 }] }),
  byBuyer({ counts: [{ id: 'tire', count: 7 }] }),
  (id, actor) => markPaid(shop, id, actor),
  byStaff({ swaps: [{ from: 'tire', to: 'dearer', count: 2 }] }),
  (id, actor) => handOver(shop, id, actor, { tires: new Map([['tire', 2]]) }),
  byBuyer({ branch: 'annelinn' }),
  (id, actor) => markReady(shop, id, actor),
  byStaff({ branch: 'annelinn' }),
  byBuyer({ swaps: [{ from: 'tire', to: 'cheaper', count: 3 }] }),
  (id, actor) => markPaid(shop, id, actor, { amountCents: 1000, tender: 'card' }),
  byStaff({ swaps: [{ from: 'cheaper', to: 'dearer' }] }),
  (id) => cancelByBuyer(shop, id),
  byStaff({ branch: 'ringtee' }),
  byBuyer({ note: 'Palun helistage' }),
  (id, actor) => completeOrder(shop, id, actor),
  byStaff({ customer: { phone: '51234567' } }),
  (id, actor) => cancelAndRefund(shop, id, actor),
];

test('20 concurrent acts on one order leave a consistent state, and each gets its own outcome', async () => {
  const statuses = new Set<string>();
  const reasons = new Set<string>();
  const { kysely, pool } = database.db;
  for (let round = 0; round < acts.length; round += 1) {
    const id = await placedOrder(round);
    const chosen = Array.from({ length: 20 }, (_, n) => acts[(round + n * 3) % acts.length] as Act);
    const outcomes = await Promise.all(chosen.map((act, n) => act(id, `operator:worker${n}`)));
    expect(await brokenInvariants(database.db)).toEqual([]);
    for (const outcome of outcomes) if (!outcome.ok) reasons.add(outcome.reason);
    const { status } = await kysely
      .selectFrom('orders')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    statuses.add(status);
    // There is one event for each change that was answered as done.
    const { rows } = await pool.query<{ actor: string; changes: number }>(
      `select actor, count(*)::integer as changes from order_events where order_id = $1 and type = 'changed' group by 1`,
      [id],
    );
    const successful = outcomes.flatMap((outcome, n) => {
      const act = chosen[n] as Act;
      return outcome.ok && 'summary' in outcome ? [{ act, n }] : [];
    });
    const buyerChanges = rows.find(({ actor }) => actor === 'buyer')?.changes ?? 0;
    const staff = rows.filter(({ actor }) => actor !== 'buyer');
    expect(staff.length + buyerChanges).toBe(successful.length);
    for (const { actor, changes } of staff) {
      expect(changes).toBe(1);
      expect(successful.some(({ n }) => actor === `operator:worker${n}`)).toBe(true);
    }
  }
  expect(statuses.size).toBeGreaterThan(1);
  expect(reasons).toContain('changed');
});
