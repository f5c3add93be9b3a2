import { beforeEach, expect, test } from 'vitest';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { completeOrder, markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markArrived } from '../../../src/shop/checkout/handover/arrived.server.ts';
import { handOver, putAside, undoHandOver } from '../../../src/shop/checkout/handover/hand-over.server.ts';
import { undoReady } from '../../../src/shop/checkout/handover/ready.server.ts';
import { markTransferArrived, markTransferSent } from '../../../src/shop/checkout/handover/transfers.server.ts';
import { swapUnderWarranty } from '../../../src/shop/checkout/returns/swap-warranty.server.ts';
import { takeBack, undoTakeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import type { ShopContext } from '../../../src/shop/checkout/shop-context.server.ts';
import { brokenInvariants } from '../../support/database/invariants.ts';
import { seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();
let shop: ShopContext;

beforeEach(async () => {
  await seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 40, annelinn: 100 } }]);
  await database.db.kysely
    .insertInto('stock')
    .values({ tire_id: 'tire', place: 'supplier:latakko', on_hand: 100, lead_days: 3 })
    .execute();
  shop = testShopContext(database.db.kysely);
});

/** Places and pays an order for 12 tires: four are at its branch, four at the other, four at a supplier. */
async function paidOrder(): Promise<{ id: number; transferId: number }> {
  const { kysely } = database.db;
  const freeCounts = { ringtee: 4, annelinn: 4 };
  for (const [branch, count] of Object.entries(freeCounts))
    await kysely
      .updateTable('stock')
      .set(({ eb, ref }) => ({ on_hand: eb(eb(ref('held'), '+', ref('sold')), '+', count) }))
      .where('place', '=', branch)
      .execute();
  const answer = await place(await ordersApp(kysely), form({ items: items(['tire', 12]) }));
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = await kysely
    .selectFrom('orders')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await markPaid(shop, id, 'operator')).toEqual({ ok: true });
  const transfers = kysely.selectFrom('transfers').select('id').where('order_id', '=', id);
  return { id, transferId: (await transfers.executeTakeFirstOrThrow()).id };
}

const pieces = (count: number) => ({ tires: new Map([['tire', count]]) });

type Outcome = { ok: true } | { ok: false; reason: string };
type Act = (order: { id: number; transferId: number }, actor: string) => Promise<Outcome>;

const acts: Act[] = [
  ({ id }, actor) => markArrived(shop, id, actor, pieces(2)),
  ({ id }, actor) => handOver(shop, id, actor, pieces(2)),
  ({ transferId }, actor) => markTransferSent(shop, transferId, actor),
  ({ id }, actor) => undoHandOver(shop, id, actor, pieces(1)),
  ({ id }, actor) => putAside(shop, id, actor, { ...pieces(2), shelf: 'A3' }),
  ({ id }, actor) => completeOrder(shop, id, actor),
  ({ transferId }, actor) => markTransferArrived(shop, transferId, actor),
  ({ id }, actor) => handOver(shop, id, actor, pieces(3)),
  ({ id }, actor) => cancelAndRefund(shop, id, actor),
  ({ id }, actor) => markReady(shop, id, actor),
  ({ id }, actor) => markArrived(shop, id, actor),
  ({ id }, actor) => undoReady(shop, id, actor),
  ({ id }, actor) => undoHandOver(shop, id, actor),
  ({ id }, actor) => takeBack(shop, id, actor, { ...pieces(1), condition: 'damaged', place: 'annelinn' }),
  ({ id }, actor) => undoTakeBack(shop, id, actor, { ...pieces(1), condition: 'damaged', place: 'annelinn' }),
  ({ id }, actor) => swapUnderWarranty(shop, id, actor, { ...pieces(1), branch: 'annelinn', reason: '' }),
];

test('20 concurrent acts on one order leave a consistent state, and each gets its own outcome', async () => {
  const statuses = new Set<string>();
  for (let round = 0; round < acts.length; round += 1) {
    const order = await paidOrder();
    // Each round starts with another act. Steps of five reach all 16 acts.
    const chosen = Array.from({ length: 20 }, (_, n) => acts[(round + n * 5) % acts.length] as Act);
    const outcomes = await Promise.all(chosen.map((act, n) => act(order, `branch:worker${n}`)));
    expect(await brokenInvariants(database.db)).toEqual([]);
    for (const outcome of outcomes) expect(outcome.ok || typeof outcome.reason === 'string').toBe(true);
    const { kysely } = database.db;
    const { status } = await kysely
      .selectFrom('orders')
      .select('status')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    statuses.add(status);
    // An act that succeeds stores its actor; a refused one stores nothing.
    const storedActors = new Set(
      (
        await database.db.pool.query<{ actor: string }>(
          `select actor from order_events where order_id = $1 union select actor from handlings where order_id = $1`,
          [order.id],
        )
      ).rows.map(({ actor }) => actor),
    );
    for (const [n, { ok }] of outcomes.entries()) expect([n, storedActors.has(`branch:worker${n}`)]).toEqual([n, ok]);
  }
  expect(statuses.size).toBeGreaterThan(1);
});
