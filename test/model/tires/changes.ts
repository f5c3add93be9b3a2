import { changeOrder } from '../../../src/shop/checkout/change/change-order.server.ts';
import { type Do, pickOf, toOrder } from '../acts.ts';
import { branches } from './reality.ts';
import { tireIds } from './supply.ts';

const nothing = { counts: [], swaps: [], customer: {} };

/** An employee changes an order: fewer tires, other tires, another branch. No tire moves by it. */
export const changeOrderAtDesk: Do = toOrder(async (context, orderId, { pick, how }, { db }) => {
  const lines = await db
    .selectFrom('order_lines')
    .select(['tire_id as id', 'count'])
    .where('order_id', '=', orderId)
    .where('count', '>', 0)
    .orderBy('position')
    .execute();
  const line = pickOf(lines, how);
  if (!line) return;
  const to = tireIds.find((id) => id !== line.id) ?? 'tire';
  const changes = [
    { ...nothing, counts: [{ id: line.id, count: how % line.count }] },
    { ...nothing, swaps: [{ from: line.id, to, ...(how % 2 && { count: 1 + (how % line.count) }) }] },
    { ...nothing, branch: branches[how % 2] },
  ];
  const change = changes[pick % changes.length] ?? nothing;
  await changeOrder(context, orderId, change, { actor: 'operator' });
});
