import type { OrderChange } from '../../../src/shop/checkout/change/change-form.ts';
import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { type Do, pickOf, toOrder } from '../acts.ts';
import { limits } from '../buyers.ts';
import type { Step } from '../steps.ts';
import type { World } from '../world.ts';
import { branches } from './reality.ts';
import { tireIds } from './supply.ts';

const nothing = { counts: [], swaps: [], customer: {} };

/** Returns a change to fewer tires, other tires or another branch; undefined if the order has no tires. */
async function changeOf({ db }: World, orderId: number, { pick, how }: Step): Promise<OrderChange | undefined> {
  const lines = await db
    .selectFrom('order_lines')
    .select(['tire_id as id', 'count'])
    .where('order_id', '=', orderId)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const line = pickOf(lines, how);
  if (!line) return undefined;
  const to = tireIds.find((id) => id !== line.id) ?? 'tire';
  const changes = [
    { ...nothing, counts: [{ id: line.id, count: how % line.count }] },
    { ...nothing, swaps: [{ from: line.id, to, ...(how % 2 && { count: 1 + (how % line.count) }) }] },
    { ...nothing, branch: branches[how % 2] },
  ];
  return changes[pick % changes.length];
}

/** Changes of orders whose tires are not handed over yet. They move no tire. */
export const changes = {
  changeAtDesk: toOrder(async (context, orderId, step, world) => {
    const change = await changeOf(world, orderId, step);
    if (change) await changeOrder(context, orderId, change, { actor: 'operator' });
  }),
  /** Some requests come with the key of an earlier one. */
  changeByBuyer: toOrder(async (context, orderId, step, world) => {
    const change = await changeOf(world, orderId, step);
    const buyer = { actor: 'buyer', limits, key: `change-key-${orderId}-${step.how % 20}` } as const;
    if (change) await changeOrder(context, orderId, change, buyer);
  }),
} satisfies Record<string, Do>;
