import { commitIfOk, isLockTimeout, isRetryable, retryWhen, type Trx } from '../../../database/transaction.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { digest } from '../../order/order-codes.server.ts';
import type { OrderLimits } from '../../shop-config.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { applyChange } from './apply-change.server.ts';
import type { OrderChange } from './change-form.ts';
import { type ChangeRefusal, type ChangeSummary, isUnchanged } from './change-result.ts';
import { hasChangedSince, newestEvent, refusalForAll, refusalForBuyer } from './may-change.server.ts';
import { type ChangePlan, planChange } from './plan-change.server.ts';

/** Who changes an order. `key`: the idempotency key of the buyer's request. */
export type Changer = { actor: string } | { actor: 'buyer'; limits: OrderLimits; key: string };

/** `seen`: the newest event of the order, by which a change can be refused after another one. */
export type PreviewResult = { ok: true; summary: ChangeSummary; seen: number } | ChangeRefusal;

/** `summary` null: the same request has changed the order before. */
export type ChangeResult = { ok: true; summary: ChangeSummary | null } | ChangeRefusal;

/** Returns what a change would do, also if that is nothing. Nothing is written. */
export async function previewChange(
  shop: ShopContext,
  orderId: number,
  change: OrderChange,
  by: Changer,
): Promise<PreviewResult> {
  return inOrder(shop, async (trx): Promise<PreviewResult> => {
    const order = await lockOrder(trx, orderId);
    const planned = await planFor(trx, shop, order, change, by);
    if (!planned.ok) return planned;
    return { ok: true, summary: planned.plan.summary, seen: await newestEvent(trx, orderId) };
  });
}

/**
 * Changes an order whose tires are not all handed over: lines, branch, fulfilment, data of the buyer. Stock, promised day, money
 * and mails follow. `seen`: the newest event when it was decided; the change is refused if something happened since.
 */
export async function changeOrder(
  shop: ShopContext,
  orderId: number,
  change: OrderChange,
  by: Changer,
  { seen }: { seen?: number | undefined } = {},
): Promise<ChangeResult> {
  const asked = { change, by, seen, request: requestOf(change, by) };
  const checked = await inOrder(shop, (trx) => checkedOrder(trx, shop, orderId, asked));
  if (!checked.ok) return checked;
  if (checked.isRepeat) return { ok: true, summary: null };
  const { total } = checked.plan.summary;
  // A page of a provider must not take the old amount.
  if (total.before !== total.after) await closePayments(shop, orderId);
  return inOrder(shop, async (trx): Promise<ChangeResult> => {
    const checked = await checkedOrder(trx, shop, orderId, asked);
    if (!checked.ok) return checked;
    if (checked.isRepeat) return { ok: true, summary: null };
    const { order, plan } = checked;
    await applyChange(trx, shop, order, plan, { at: shop.now(), actor: by.actor }, asked.request?.hash);
    return { ok: true, summary: plan.summary };
  });
}

type Asked = { change: OrderChange; by: Changer; seen: number | undefined; request: ReturnType<typeof requestOf> };

type Checked = { ok: true; isRepeat: true } | { ok: true; isRepeat: false; order: LockedOrder; plan: ChangePlan };

/** Locks the order, and plans the change. `isRepeat`: the same request has changed it before. */
async function checkedOrder(
  trx: Trx,
  shop: ShopContext,
  orderId: number,
  { change, by, seen, request }: Asked,
): Promise<Checked | ChangeRefusal> {
  const order = await lockOrder(trx, orderId);
  const earlier = request ? await earlierChange(trx, orderId, request.key) : undefined;
  if (earlier !== undefined && earlier !== request?.hash) return { ok: false, reason: 'key-reused' };
  if (earlier !== undefined) return { ok: true, isRepeat: true };
  if (seen !== undefined && (await hasChangedSince(trx, orderId, seen))) return { ok: false, reason: 'changed' };
  const planned = await planFor(trx, shop, order, change, by);
  if (!planned.ok) return planned;
  if (isUnchanged(planned.plan.summary)) return { ok: false, reason: 'unchanged' };
  return { ok: true, isRepeat: false, order, plan: planned.plan };
}

async function planFor(trx: Trx, shop: ShopContext, order: LockedOrder, change: OrderChange, by: Changer) {
  const refusal =
    refusalForAll(order) ?? ('limits' in by ? await refusalForBuyer(trx, order, change, by.limits, shop.now()) : null);
  return refusal ?? planChange(trx, shop, order, change);
}

/** Returns the hashes of the key and of the whole request; null for an employee. */
function requestOf(change: OrderChange, by: Changer): { key: string; hash: string } | null {
  if (!('key' in by)) return null;
  const key = digest(by.key).toString('hex');
  return { key, hash: `${key} ${digest(JSON.stringify(change)).toString('hex')}` };
}

/** Returns the hash of the request that changed the order with this key; undefined: none. */
async function earlierChange(trx: Trx, orderId: number, key: string): Promise<string | undefined> {
  const events = await trx
    .selectFrom('order_events')
    .select('data')
    .where('order_id', '=', orderId)
    .where('type', '=', 'changed')
    .execute();
  return events.map(({ data }) => data.key).find((hash) => typeof hash === 'string' && hash.startsWith(`${key} `)) as
    | string
    | undefined;
}

async function inOrder<T extends { ok: true }>(
  shop: ShopContext,
  work: (trx: Trx) => Promise<T | ChangeRefusal>,
): Promise<T | ChangeRefusal> {
  try {
    return await retryWhen(isRetryable, () => commitIfOk(shop.db, work));
  } catch (error) {
    if (isLockTimeout(error)) return { ok: false, reason: 'busy' };
    throw error;
  }
}
