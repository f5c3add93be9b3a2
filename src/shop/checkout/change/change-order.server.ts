import { sql } from 'kysely';
import { commitIfOkWithRetry, type Trx } from '../../../database/transaction.server.ts';
import { issueDueDocuments } from '../../books/documents/issue-due-documents.server.ts';
import type { OrderLimits } from '../../config/shop-config.ts';
import { lockOpenBookingOf } from '../../fitting/bookings/bookings.server.ts';
import { type LockedOrder, lockOrder } from '../../order/change-order.server.ts';
import { sha256 } from '../../order/order-codes.server.ts';
import { closePayments } from '../settle/sync-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { applyChange } from './apply-change.server.ts';
import type { OrderChange } from './change-form.ts';
import { type ChangeRefusal, type ChangeSummary, isUnchanged } from './change-result.ts';
import { hasChangedSince, newestEventId, refusalForBuyer, refusalForEveryone } from './may-change.server.ts';
import { type ChangePlan, planChange } from './plan-change.server.ts';

type BuyerAsChanger = { actor: 'buyer'; limits: OrderLimits; idempotencyKey: string };

export type Changer = { actor: string } | BuyerAsChanger;

const isBuyer = (by: Changer): by is BuyerAsChanger => 'idempotencyKey' in by;

/** `seen`: the id of the order's newest event. `changeOrder` refuses the change if there is a newer one. */
export type ChangePreviewResult = { ok: true; summary: ChangeSummary; seen: number } | ChangeRefusal;

/** `summary` null: the request repeats one that has changed the order. */
export type ChangeResult = { ok: true; summary: ChangeSummary | null } | ChangeRefusal;

export async function previewChange(
  shop: ShopContext,
  orderId: number,
  change: OrderChange,
  by: Changer,
): Promise<ChangePreviewResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<ChangePreviewResult> => {
    const order = await lockOrder(trx, orderId);
    const planned = await planFor(trx, shop, order, change, by);
    if (!planned.ok) return planned;
    const seen = await newestEventId(trx, orderId);
    const fittingEffects = await effectsOnFitting(trx, shop, order, planned.plan, by);
    return { ok: true, summary: { ...planned.plan.summary, ...fittingEffects }, seen };
  });
}

/** Makes the change, then rolls it back, to find the appointment that it would cancel, or whose price it would change. */
async function effectsOnFitting(
  trx: Trx,
  shop: ShopContext,
  order: LockedOrder,
  plan: ChangePlan,
  { actor }: Changer,
): Promise<Pick<ChangeSummary, 'freesFitting' | 'fittingPrice'>> {
  if (isUnchanged(plan.summary) || !(await lockOpenBookingOf(trx, order.id)))
    return { freesFitting: null, fittingPrice: null };
  await sql`savepoint preview`.execute(trx);
  const { freesFitting, fittingPrice } = await applyChange(trx, shop, order, plan, { at: shop.now(), actor });
  await sql`rollback to savepoint preview`.execute(trx);
  return { freesFitting, fittingPrice };
}

/** Changes an order whose tires are not all handed over. `seen`: from the preview; the change is refused if the order has changed since. */
export async function changeOrder(
  shop: ShopContext,
  orderId: number,
  change: OrderChange,
  by: Changer,
  { seen }: { seen?: number | undefined } = {},
): Promise<ChangeResult> {
  const request = { change, by, seen, hashes: hashesOf(change, by) };
  // Checked before payments are closed at their provider, because closing them cannot be undone.
  const firstCheck = await commitIfOkWithRetry(shop.db, (trx) => checkChange(trx, shop, orderId, request));
  if (!firstCheck.ok) return firstCheck;
  if (firstCheck.isRepeat) return { ok: true, summary: null };
  const { total } = firstCheck.plan.summary;
  // An open payment page of a provider must not accept the old amount.
  if (total.before !== total.after) await closePayments(shop, orderId);
  return commitIfOkWithRetry(shop.db, async (trx): Promise<ChangeResult> => {
    const checked = await checkChange(trx, shop, orderId, request);
    if (!checked.ok) return checked;
    if (checked.isRepeat) return { ok: true, summary: null };
    const { order, plan } = checked;
    const stamp = { at: shop.now(), actor: by.actor };
    const summary = await applyChange(trx, shop, order, plan, stamp, request.hashes?.keyAndChange);
    await issueDueDocuments(trx, shop, order, stamp);
    return { ok: true, summary };
  });
}

type ChangeRequest = {
  change: OrderChange;
  by: Changer;
  seen: number | undefined;
  hashes: ReturnType<typeof hashesOf>;
};

type CheckedChange = { ok: true; isRepeat: true } | { ok: true; isRepeat: false; order: LockedOrder; plan: ChangePlan };

async function checkChange(
  trx: Trx,
  shop: ShopContext,
  orderId: number,
  { change, by, seen, hashes }: ChangeRequest,
): Promise<CheckedChange | ChangeRefusal> {
  const order = await lockOrder(trx, orderId);
  const earlierHash = hashes ? await findEarlierRequestHash(trx, orderId, hashes.key) : undefined;
  if (earlierHash !== undefined)
    return earlierHash === hashes?.keyAndChange ? { ok: true, isRepeat: true } : { ok: false, reason: 'key-reused' };
  if (seen !== undefined && (await hasChangedSince(trx, orderId, seen))) return { ok: false, reason: 'changed' };
  const planned = await planFor(trx, shop, order, change, by);
  if (!planned.ok) return planned;
  if (isUnchanged(planned.plan.summary)) return { ok: false, reason: 'unchanged' };
  return { ok: true, isRepeat: false, order, plan: planned.plan };
}

async function planFor(trx: Trx, shop: ShopContext, order: LockedOrder, change: OrderChange, by: Changer) {
  const refusal = refusalForEveryone(order);
  if (refusal) return refusal;
  const buyerRefusal = isBuyer(by) ? await refusalForBuyer(trx, order, change, by.limits, shop.now()) : null;
  return buyerRefusal ?? planChange(trx, shop, order, change);
}

/** `keyAndChange` is stored with the change, as `key` in the data of its event. */
function hashesOf(change: OrderChange, by: Changer): { key: string; keyAndChange: string } | null {
  if (!isBuyer(by)) return null;
  const key = sha256(by.idempotencyKey).toString('hex');
  return { key, keyAndChange: `${key} ${sha256(JSON.stringify(change)).toString('hex')}` };
}

async function findEarlierRequestHash(trx: Trx, orderId: number, key: string): Promise<string | undefined> {
  const events = await trx
    .selectFrom('order_events')
    .select('data')
    .where('order_id', '=', orderId)
    .where('type', '=', 'changed')
    .execute();
  const hashes = events.map(({ data }) => data.key).filter((hash) => typeof hash === 'string');
  return hashes.find((hash) => hash.startsWith(`${key} `));
}
