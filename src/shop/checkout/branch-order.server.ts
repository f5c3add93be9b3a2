import { secret } from '../../database/secrets.server.ts';
import { type BranchLink, branchLink, isBranchLink } from '../order/branch-link.server.ts';
import { type OrderAnswer, readOrder, staffAnswerOf } from '../order/orders.server.ts';
import { cancelAndRefund } from './cancel-order.server.ts';
import { complete, type Done, markPaid, markReady } from './desk.server.ts';
import type { Till } from './till.server.ts';

/** What a branch marks on its page of an order. */
export const branchActs = ['paid', 'ready', 'completed', 'cancelled'] as const;

export type BranchAct = (typeof branchActs)[number];

/** The link in a branch's letter about an order. */
export async function linkForBranch(till: Till, number: string): Promise<BranchLink> {
  return branchLink(await secret(till.db, 'branch-links'), number, till.now());
}

export type BranchOrder = OrderAnswer & { id: number; blocked: boolean };

/** The order of a branch's link; null when the link is not ours, is over, or its order is gone. */
export async function orderForBranch(till: Till, link: BranchLink): Promise<BranchOrder | null> {
  if (!isBranchLink(await secret(till.db, 'branch-links'), link, till.now())) return null;
  const order = await till.db
    .selectFrom('orders')
    .select(['id', 'review'])
    .where('number', '=', link.order)
    .executeTakeFirst();
  if (!order) return null;
  const answer = staffAnswerOf(await readOrder(till.db, order.id), till.facts);
  return { ...answer, id: order.id, blocked: order.review !== null };
}

/** Marks an order for its branch. The link was checked by `orderForBranch`. */
export async function actForBranch(till: Till, { id, order }: BranchOrder, act: BranchAct): Promise<Done> {
  const actor = `branch:${order.branch}`;
  if (act === 'paid') return markPaid(till, id, actor);
  if (act === 'ready') return markReady(till, id, actor);
  if (act === 'completed') return complete(till, id, actor);
  return cancelAndRefund(till, id, actor);
}
