import type { OrderChange } from '../../../src/shop/checkout/change/change-form.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { type Do, onOrder, pickOf } from '../acts.ts';
import { limits } from '../buyers.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';
import { branches } from './reality.ts';
import { tireIds } from './supply.ts';

const nothing = { counts: [], swaps: [], customer: {} };

/** Returns a change to fewer tires, other tires or another branch; undefined if the order has no tires. */
async function changeOf({ db }: World, orderId: number, { pick, variant }: Step): Promise<OrderChange | undefined> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['tire_id as id', 'count'])
    .where('order_id', '=', orderId)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const line = pickOf(lines, variant);
  if (!line) return undefined;
  const to = tireIds.find((id) => id !== line.id) ?? 'tire';
  const changes = [
    { ...nothing, counts: [{ id: line.id, count: variant % line.count }] },
    { ...nothing, swaps: [{ from: line.id, to, ...(variant % 2 && { count: 1 + (variant % line.count) }) }] },
    { ...nothing, branch: branches[variant % 2] },
  ];
  return changes[pick % changes.length];
}

/** Changes of orders whose tires are not handed over yet. They move no tire. */
export const changes = {
  changeAtDesk: onOrder(async (context, orderId, step, world) => {
    const change = await changeOf(world, orderId, step);
    if (change) await changeOrder(context, orderId, change, { actor: 'operator' });
  }),
  /** Some requests come with the key of an earlier one. */
  changeByBuyer: onOrder(async (context, orderId, step, world) => {
    const change = await changeOf(world, orderId, step);
    const buyer = { actor: 'buyer', limits, idempotencyKey: `change-key-${orderId}-${step.variant % 20}` } as const;
    if (change) await changeOrder(context, orderId, change, buyer);
  }),
} satisfies Record<string, Do>;
