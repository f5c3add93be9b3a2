import { setTimeout } from 'node:timers/promises';
import {
  commitIfOk,
  isLockTimeout,
  isRetryable,
  numberTaken,
  retryWhen,
  type Trx,
} from '../../../database/transaction.server.ts';
import { enqueueNewOrderMails } from '../../order/order-mails.server.ts';
import { answerOf, nextStepOf, type PlacedAnswer } from '../../order/order-view.ts';
import { readOrder, type StoredOrder } from '../../order/orders.server.ts';
import { isOffline } from '../../payment/providers.ts';
import type { OrderLimits } from '../../shop-config.ts';
import { startPayment } from '../pay/start-payment.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { lockOffers, type OfferRefusal, offeredLines, offerRefusal } from './offers.server.ts';
import { claimKey, mailboxOf, reachedLimit } from './order-attempt.server.ts';
import {
  type FieldError,
  formErrors,
  type OrderForm,
  unknownTires,
  type WantedLine,
  wantedLines,
} from './order-form.ts';
import { draftOrder, writeOrder } from './write-order.server.ts';

/** Why an order was not placed. A refusal writes nothing, and its key can be used again. */
export type OrderRefusal =
  | OfferRefusal
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | { ok: false; reason: 'too-many-open-orders'; limit: 'email' | 'address' }
  | { ok: false; reason: 'in-progress' | 'key-reused' | 'busy' };

/** `clientAddress`: an IPv4 address or IPv6 network; null: orders are not limited by it. */
export type Attempt = { key: string; clientAddress: string | null; deviceId: string | null };

const startWaitMs = 3000;

export async function isOffered(shop: ShopContext, method: string): Promise<boolean> {
  return isOffline(method) || (await shop.methods()).methods.some(({ id }) => id === method);
}

/** Places an order and, when a provider takes the money, starts its payment after the commit. */
export async function orderAndPay(
  shop: ShopContext,
  limits: OrderLimits,
  form: OrderForm,
  attempt: Attempt,
): Promise<{ ok: true; answer: PlacedAnswer; orderId: number } | OrderRefusal> {
  const placed = await placeOrder(shop, limits, form, attempt);
  if (!placed.ok) return placed;
  const { order, next } = answerOf(await withPayment(shop, placed.order), shop.shopConfig);
  return { ok: true, answer: { order: { ...order, token: placed.token }, next }, orderId: placed.order.order.id };
}

/** Starts the payment of an order, or waits while another process is starting it. */
async function withPayment(shop: ShopContext, placed: StoredOrder): Promise<StoredOrder> {
  const mustStart = (stored: StoredOrder) => nextStepOf(stored, shop.shopConfig).type === 'retry';
  if (!mustStart(placed)) return placed;
  await startPayment(shop, placed.attempt.id);
  for (const end = Date.now() + startWaitMs; ; ) {
    const stored = await readOrder(shop.db, placed.order.id);
    if (!mustStart(stored) || stored.attempt.leased_until === null || Date.now() > end) return stored;
    await setTimeout(50);
  }
}

type PlaceResult = { ok: true; order: StoredOrder; token: string } | OrderRefusal;

/** Places an order in one transaction. The same key and form return the same order, as it is now. */
export async function placeOrder(
  shop: ShopContext,
  limits: OrderLimits,
  form: OrderForm,
  attempt: Attempt,
): Promise<PlaceResult> {
  const lines = wantedLines(form.items);
  const methodOffered = await isOffered(shop, form.paymentMethod);
  const checked = { form, lines, errors: formErrors(form, lines, shop.shopConfig, limits, methodOffered) };
  const now = shop.now();
  const once = () => commitIfOk(shop.db, (trx) => placeWithin(trx, shop, limits, checked, attempt, now));
  try {
    return await retryWhen((error) => isRetryable(error) || numberTaken(error), once);
  } catch (error) {
    if (isLockTimeout(error)) return { ok: false, reason: 'busy' };
    throw error;
  }
}

type CheckedForm = { form: OrderForm; lines: readonly WantedLine[]; errors: readonly FieldError[] };

async function placeWithin(
  trx: Trx,
  { shopConfig, terms, enqueue }: ShopContext,
  limits: OrderLimits,
  { form, lines, errors: formErrors }: CheckedForm,
  { key, clientAddress, deviceId }: Attempt,
  now: Date,
): Promise<PlaceResult> {
  const buyer = { mailbox: mailboxOf(form.customer.email), client: clientAddress };
  const claim = await claimKey(trx, key, form, buyer, now);
  if (!('token' in claim)) return { ok: false, reason: claim.state };
  const { orderId, token } = claim;
  if (claim.state === 'placed') return { ok: true, order: await readOrder(trx, orderId), token };

  const limit = await reachedLimit(trx, buyer, limits, now);
  if (limit) return { ok: false, reason: 'too-many-open-orders', limit };

  // Before the stock is locked, to hold its locks as shortly as possible.
  const mails = await enqueueNewOrderMails(trx, enqueue, form.paymentMethod);
  const offers = await lockOffers(trx, lines);
  const errors = [...formErrors, ...unknownTires(lines, offers)];
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };

  const offered = offeredLines(lines, offers, form.branch, shopConfig.branches);
  const refusal = offerRefusal(offered);
  if (refusal) return refusal;

  const order = draftOrder({ id: orderId, token, form, lines: offered, deviceId, shopConfig, terms, now });
  await writeOrder(trx, order, mails, buyer);
  return { ok: true, order, token };
}
