import { secret } from '../../../database/secrets.server.ts';
import type { Day } from '../../calendar.ts';
import { isBlocking } from '../../order/order.ts';
import { staffAnswerOf } from '../../order/order-answer.server.ts';
import { hasUnsentMail } from '../../order/order-mails.server.ts';
import { type OrderPiece, piecesOf } from '../../order/order-pieces.server.ts';
import type { OrderAnswer } from '../../order/order-view.ts';
import { readOrder } from '../../order/read-order.server.ts';
import type { Tender } from '../../payment/payment-methods.ts';
import { type AnswerResult, answerDelay } from '../delays/answer-delay.server.ts';
import { markArrived, markNotArrived } from '../handover/arrived.server.ts';
import type { CountResult } from '../handover/counted-tires.server.ts';
import { handOver, putAside, undoHandOver } from '../handover/hand-over.server.ts';
import { listTransfers, type OpenTransfer } from '../handover/list-transfers.server.ts';
import { type UndoReadyResult, undoReady } from '../handover/ready.server.ts';
import { markTransferSent, type TransferResult } from '../handover/transfers.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { type BranchLink, branchLink, isBranchLink } from './branch-link.server.ts';
import { cancelAndRefund } from './cancel-order.server.ts';
import { completeOrder, type DeskResult, markPaid, markReady } from './desk.server.ts';

export const branchActs = ['paid-cash', 'paid-card', 'ready', 'completed', 'cancelled', 'undo-ready'] as const;

export type BranchAct = (typeof branchActs)[number];

export const lineActs = ['arrived', 'missing', 'put-aside', 'handed-over', 'undo-hand-over'] as const;

export type LineAct = (typeof lineActs)[number];

/** Returns a link to an order for its branch. `sendingBranch`: a link to the tires that this branch must send, without data of the buyer. */
export async function linkForBranch(shop: ShopContext, number: string, sendingBranch?: string): Promise<BranchLink> {
  return branchLink(await secret(shop.db, 'branch-links'), number, shop.now(), sendingBranch);
}

/** `blocked`: the review blocks the order (`isBlocking`). `withdrawals.items` null: the whole order, or a part that `note` describes. */
export type BranchOrder = OrderAnswer & {
  id: number;
  blocked: boolean;
  tenders: Tender[];
  pieces: OrderPiece[];
  canUndoReady: boolean;
  withdrawals: { receivedAt: Date; items: { id: string; count: number }[] | null; note: string }[];
};

/** Returns null if the link is forged, expired or for a sending branch, or the order does not exist. */
export async function orderForBranch(shop: ShopContext, link: BranchLink): Promise<BranchOrder | null> {
  if (link.from || !isBranchLink(await secret(shop.db, 'branch-links'), link, shop.now())) return null;
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
  const pieces = await piecesOf(shop.db, shop.shopConfig, order.id);
  const canUndoReady = answer.order.status === 'ready' && (await hasUnsentMail(shop.db, order.id, 'ready'));
  const tenders = ledger.flatMap(({ tender }) => tender ?? []);
  return { ...answer, id: order.id, blocked: isBlocking(order.review), tenders, pieces, canUndoReady, withdrawals };
}

export async function actForBranch(
  shop: ShopContext,
  { id, order }: BranchOrder,
  act: BranchAct,
): Promise<DeskResult | UndoReadyResult> {
  const actor = `branch:${order.branch}`;
  if (act === 'paid-cash') return markPaid(shop, id, actor, { tender: 'cash' });
  if (act === 'paid-card') return markPaid(shop, id, actor, { tender: 'card' });
  if (act === 'ready') return markReady(shop, id, actor);
  if (act === 'completed') return completeOrder(shop, id, actor);
  if (act === 'undo-ready') return undoReady(shop, id, actor);
  return cancelAndRefund(shop, id, actor);
}

/** Records that the buyer agreed on the phone to wait until a day; null: until a day is known. */
export async function recordThatBuyerWaits(
  shop: ShopContext,
  { id, order }: BranchOrder,
  expectedOn: Day | null,
): Promise<AnswerResult> {
  return answerDelay(shop, id, { answer: 'wait', expectedOn }, `branch:${order.branch}`);
}

/** `place`: the branch or supplier from which the tires came. */
export type LineActTires = { tire: string; count: number; place: string; shelf: string };

export async function actOnLineForBranch(
  shop: ShopContext,
  { id, order }: BranchOrder,
  act: LineAct,
  { tire, count, place, shelf }: LineActTires,
): Promise<CountResult> {
  const actor = `branch:${order.branch}`;
  const tires = new Map([[tire, count]]);
  if (act === 'arrived') return markArrived(shop, id, actor, { tires, place });
  // All tires of the order that were expected from `place`.
  if (act === 'missing') return markNotArrived(shop, id, actor, place);
  if (act === 'put-aside') return putAside(shop, id, actor, { tires, shelf });
  if (act === 'handed-over') return handOver(shop, id, actor, { tires });
  return undoHandOver(shop, id, actor, { tires });
}

export type BranchTransfers = { id: number; number: string; to: string; promisedOn: Day; transfers: OpenTransfer[] };

export async function transfersForBranch(shop: ShopContext, link: BranchLink): Promise<BranchTransfers | null> {
  if (!link.from || !isBranchLink(await secret(shop.db, 'branch-links'), link, shop.now())) return null;
  const order = await shop.db
    .selectFrom('orders')
    .select(['id', 'number', 'branch as to', 'promised_on as promisedOn'])
    .where('number', '=', link.order)
    .executeTakeFirst();
  if (!order) return null;
  const { shopConfig, now } = shop;
  const open = await listTransfers(shop.db, { shopConfig, now: now(), from: link.from, number: link.order });
  return { ...order, transfers: open.filter(({ state }) => state === 'requested') };
}

/** Books the transfers as sent, but not those that were sent or cancelled meanwhile. `too-late`: all of them were. */
export async function markSentForBranch(shop: ShopContext, { transfers }: BranchTransfers): Promise<TransferResult> {
  let isAnySent = false;
  for (const { id, from } of transfers) {
    const result = await markTransferSent(shop, id, `branch:${from}`);
    isAnySent ||= result.ok;
  }
  return isAnySent ? { ok: true } : { ok: false, reason: 'too-late' };
}
