import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from '../../../database/secrets.server.ts';
import { isBlocking } from '../../order/change-order.server.ts';
import type { OrderAnswer } from '../../order/order-view.ts';
import { readOrder, staffAnswerOf } from '../../order/orders.server.ts';
import type { Tender } from '../../payment/payment-methods.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { cancelAndRefund } from './cancel-order.server.ts';
import { complete, type DeskResult, markPaid, markReady } from './desk.server.ts';

export const branchActs = ['paid-cash', 'paid-card', 'ready', 'completed', 'cancelled'] as const;

export type BranchAct = (typeof branchActs)[number];

export async function linkForBranch(shop: ShopContext, number: string): Promise<BranchLink> {
  return branchLink(await secret(shop.db, 'branch-links'), number, shop.now());
}

/** `blocked`: by `isBlocking`. `withdrawals.items` null: the whole order, or a part that `note` describes. */
export type BranchOrder = OrderAnswer & {
  id: number;
  blocked: boolean;
  tenders: Tender[];
  withdrawals: { receivedAt: Date; items: { id: string; count: number }[] | null; note: string }[];
};

/** Returns the order of a branch's link, or null when the link is forged or expired, or the order does not exist. */
export async function orderForBranch(shop: ShopContext, link: BranchLink): Promise<BranchOrder | null> {
  if (!isBranchLink(await secret(shop.db, 'branch-links'), link, shop.now())) return null;
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'review'])
    .where('number', '=', link.order)
    .executeTakeFirst();
  if (!order) return null;
  const answer = staffAnswerOf(await readOrder(shop.db, order.id), shop.shopConfig);
  const ledger = await shop.db
    .selectFrom('payment_ledger')
    .select('tender')
    .distinct()
    .where('order_id', '=', order.id)
    .execute();
  const withdrawals = await shop.db
    .selectFrom('withdrawals')
    .select(['received_at as receivedAt', 'items', 'note'])
    .where('order_id', '=', order.id)
    .orderBy('received_at')
    .execute();
  const tenders = ledger.flatMap(({ tender }) => tender ?? []);
  return { ...answer, id: order.id, blocked: isBlocking(order.review), tenders, withdrawals };
}

export async function actForBranch(shop: ShopContext, { id, order }: BranchOrder, act: BranchAct): Promise<DeskResult> {
  const actor = `branch:${order.branch}`;
  if (act === 'paid-cash') return markPaid(shop, id, actor, { tender: 'cash' });
  if (act === 'paid-card') return markPaid(shop, id, actor, { tender: 'card' });
  if (act === 'ready') return markReady(shop, id, actor);
  if (act === 'completed') return complete(shop, id, actor);
  return cancelAndRefund(shop, id, actor);
}

const linkValidMs = 60 * 24 * 60 * 60 * 1000;

/** `until`: expiry in seconds since 1970; `sign`: an HMAC as base64url. */
export type BranchLink = { order: string; until: string; sign: string };

function signature(key: Buffer, order: string, until: string): Buffer {
  return createHmac('sha256', key).update(`branch ${order} ${until}`).digest().subarray(0, 16);
}

/** Returns a link that opens one order for its branch without a login, for 60 days. */
export function branchLink(key: Buffer, order: string, now: Date): BranchLink {
  const until = `${Math.floor((now.getTime() + linkValidMs) / 1000)}`;
  return { order, until, sign: signature(key, order, until).toString('base64url') };
}

export function isBranchLink(key: Buffer, { order, until, sign }: BranchLink, now: Date): boolean {
  const givenSignature = Buffer.from(sign, 'base64url');
  const expectedSignature = signature(key, order, until);
  const matches =
    givenSignature.length === expectedSignature.length && timingSafeEqual(givenSignature, expectedSignature);
  return matches && Number(until) * 1000 > now.getTime();
}
