import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from '../../../database/secrets.server.ts';
import { type OrderAnswer, staffAnswerOf } from '../../order/order-view.ts';
import { readOrder } from '../../order/orders.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { cancelAndRefund } from './cancel-order.server.ts';
import { complete, type DeskResult, markPaid, markReady } from './desk.server.ts';

export const branchActs = ['paid', 'ready', 'completed', 'cancelled'] as const;

export type BranchAct = (typeof branchActs)[number];

export async function linkForBranch(shop: ShopContext, number: string): Promise<BranchLink> {
  return branchLink(await secret(shop.db, 'branch-links'), number, shop.now());
}

export type BranchOrder = OrderAnswer & { id: number; blocked: boolean };

/** Null when the link is forged or expired, or its order is gone. */
export async function orderForBranch(shop: ShopContext, link: BranchLink): Promise<BranchOrder | null> {
  if (!isBranchLink(await secret(shop.db, 'branch-links'), link, shop.now())) return null;
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'review'])
    .where('number', '=', link.order)
    .executeTakeFirst();
  if (!order) return null;
  const answer = staffAnswerOf(await readOrder(shop.db, order.id), shop.shopConfig);
  return { ...answer, id: order.id, blocked: order.review !== null };
}

export async function actForBranch(shop: ShopContext, { id, order }: BranchOrder, act: BranchAct): Promise<DeskResult> {
  const actor = `branch:${order.branch}`;
  if (act === 'paid') return markPaid(shop, id, actor);
  if (act === 'ready') return markReady(shop, id, actor);
  if (act === 'completed') return complete(shop, id, actor);
  return cancelAndRefund(shop, id, actor);
}

const validMs = 60 * 24 * 60 * 60 * 1000;

/** `until`: seconds since 1970; `sign`: an HMAC, base64url. */
export type BranchLink = { order: string; until: string; sign: string };

function signature(key: Buffer, order: string, until: string): Buffer {
  return createHmac('sha256', key).update(`branch ${order} ${until}`).digest().subarray(0, 16);
}

/** A link that opens one order for its branch without a login, for 60 days. */
export function branchLink(key: Buffer, order: string, now: Date): BranchLink {
  const until = `${Math.floor((now.getTime() + validMs) / 1000)}`;
  return { order, until, sign: signature(key, order, until).toString('base64url') };
}

export function isBranchLink(key: Buffer, { order, until, sign }: BranchLink, now: Date): boolean {
  const given = Buffer.from(sign, 'base64url');
  const right = signature(key, order, until);
  const equal = given.length === right.length && timingSafeEqual(given, right);
  return equal && Number(until) * 1000 > now.getTime();
}
