import { setTimeout } from 'node:timers/promises';
import {
  commitIfOk,
  isLockTimeout,
  isOrderNumberTaken,
  isRetryable,
  retryWhen,
  type Trx,
} from '../../../database/transaction.server.ts';
import { hiddenTires } from '../../catalog/hidden-tires.server.ts';
import type { OrderLimits } from '../../config/shop-config.ts';
import type { Actor } from '../../history.server.ts';
import { answerOf, nextStepOf } from '../../order/order-answer.server.ts';
import { enqueueNewOrderMails } from '../../order/order-mails.server.ts';
import type { PlacedAnswer } from '../../order/order-view.ts';
import { readOrder, type StoredOrder } from '../../order/read-order.server.ts';
import { isOffline } from '../../payment/payment-methods.ts';
import { type AppointmentRefusal, bookWithOrder } from '../fitting/book-with-order.server.ts';
import { startPayment } from '../pay/start-payment.server.ts';
import { confirmHolds } from '../settle/holds.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { lockOffers, type OfferRefusal, offeredLines, offerRefusal } from './offers.server.ts';
import { type Buyer, claimKey, findExceededLimit, mailboxOf } from './order-attempt.server.ts';
import {
  type FieldError,
  formErrors,
  type OrderForm,
  type PlacedForm,
  type RequestedLine,
  requestedLines,
  unknownTires,
} from './order-form.ts';
import { draftOrder, writeOrder } from './write-order.server.ts';

/** Nothing was written, and the idempotency key can be used again. */
export type OrderRefusal =
  | OfferRefusal
  | AppointmentRefusal
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | { ok: false; reason: 'too-many-open-orders'; limit: 'email' | 'address' }
  | { ok: false; reason: 'in-progress' | 'key-reused' | 'busy' };

/** `key`: the idempotency key. `clientAddress`: an IPv4 address or IPv6 network; null: orders are not limited by it. */
export type OrderAttempt = { key: string; clientAddress: string | null; deviceId: string | null };

const maxStartWaitMs = 3000;

export async function isMethodOffered(shop: ShopContext, method: string): Promise<boolean> {
  return isOffline(method) || (await shop.methods()).methods.some(({ id }) => id === method);
}

export async function orderAndPay(
  shop: ShopContext,
  limits: OrderLimits,
  form: OrderForm,
  attempt: OrderAttempt,
): Promise<{ ok: true; answer: PlacedAnswer; orderId: number } | OrderRefusal> {
  const placed = await placeOrder(shop, limits, form, attempt);
  if (!placed.ok) return placed;
  const { order, next } = answerOf(await startOrAwaitPayment(shop, placed.order), shop.shopConfig);
  return { ok: true, answer: { order: { ...order, token: placed.token }, next }, orderId: placed.order.order.id };
}

/** Starts the payment of a new order, or waits at most 3 s for another request that is starting it. */
async function startOrAwaitPayment(shop: ShopContext, placed: StoredOrder): Promise<StoredOrder> {
  // The next step is `retry` while the provider has no page for the payment.
  const lacksPaymentPage = (stored: StoredOrder) => nextStepOf(stored, shop.shopConfig).type === 'retry';
  if (!lacksPaymentPage(placed)) return placed;
  await startPayment(shop, placed.currentPayment.id);
  const deadline = Date.now() + maxStartWaitMs;
  const isBeingStarted = (stored: StoredOrder) =>
    lacksPaymentPage(stored) && stored.currentPayment.leased_until !== null;
  let stored = await readOrder(shop.db, placed.order.id);
  while (isBeingStarted(stored) && Date.now() <= deadline) {
    await setTimeout(50);
    stored = await readOrder(shop.db, placed.order.id);
  }
  return stored;
}

/** Places an order in one transaction. Idempotent: the same key and form return the same order in its current state. */
export async function placeOrder(
  shop: ShopContext,
  limits: OrderLimits,
  form: OrderForm,
  attempt: OrderAttempt,
): Promise<PlacedOrder | OrderRefusal> {
  const lines = requestedLines(form.items);
  const isOffered = await isMethodOffered(shop, form.paymentMethod);
  const errors = formErrors(form, { lines, shopConfig: shop.shopConfig, limits, isMethodOffered: isOffered });
  // A request without an appointment has no field `fitting`, so its hash is the same as in shop versions without appointments.
  const { fitting, ...withoutFitting } = form;
  const checkedForm = { form, request: fitting ? form : withoutFitting, lines, errors };
  const { key, clientAddress, deviceId } = attempt;
  const buyer = { mailbox: mailboxOf(form.customer.email), client: clientAddress };
  const source: OrderSource = { channel: 'web', actor: 'buyer', key, buyerLimits: { buyer, limits }, deviceId };
  return commitOrBusy(shop, (trx) => placeInTransaction(trx, shop, checkedForm, source, shop.now()));
}

/** Runs `work` in a transaction, again if a deadlock or a used order number ended it. `busy`: a lock was not free in time. */
export async function commitOrBusy<T extends { ok: boolean }>(
  shop: ShopContext,
  work: (trx: Trx) => Promise<T>,
): Promise<T | { ok: false; reason: 'busy' }> {
  try {
    return await retryWhen(
      (error) => isRetryable(error) || isOrderNumberTaken(error),
      () => commitIfOk(shop.db, work),
    );
  } catch (error) {
    if (isLockTimeout(error)) return { ok: false, reason: 'busy' };
    throw error;
  }
}

/** `request`: the data that must be the same when the idempotency key is used again. */
type CheckedForm = {
  form: PlacedForm;
  request: object;
  lines: readonly RequestedLine[];
  errors: readonly FieldError[];
};

/** `buyerLimits`: the buyer and the limits that apply; null: an employee, without limits. `key`: the idempotency key. `eventData`: data for the event in the history. */
export type OrderSource = {
  channel: StoredOrder['order']['channel'];
  actor: Actor;
  key: string;
  buyerLimits: { buyer: Buyer; limits: OrderLimits } | null;
  deviceId: string | null;
  eventData?: Record<string, unknown>;
};

type PlacedOrder = { ok: true; order: StoredOrder; token: string; isNew: boolean };

/** As `placeOrder`, within a transaction. A sale at the counter takes tires of its branch only, and sends no mails. */
export async function placeInTransaction(
  trx: Trx,
  { shopConfig, terms, enqueue }: ShopContext,
  { form, request, lines, errors: earlierErrors }: CheckedForm,
  source: OrderSource,
  now: Date,
): Promise<PlacedOrder | OrderRefusal> {
  const { channel, actor, key, buyerLimits } = source;
  const claim = await claimKey(trx, key, request, buyerLimits?.buyer ?? null, now);
  if (!('token' in claim)) return { ok: false, reason: claim.state };
  const { orderId, token } = claim;
  if (claim.state === 'placed') return { ok: true, order: await readOrder(trx, orderId), token, isNew: false };

  const limit = buyerLimits && (await findExceededLimit(trx, buyerLimits.buyer, buyerLimits.limits, now));
  if (limit) return { ok: false, reason: 'too-many-open-orders', limit };

  // Before the stock is locked, because its locks should be short.
  const mails = channel === 'counter' ? [] : await enqueueNewOrderMails(trx, enqueue, form);
  const ids = lines.map(({ id }) => id);
  // Tires without a whole EU label may be hidden. An employee can show the label at the branch, so only buyers' own orders are refused.
  const hidden = channel === 'web' ? await hiddenTires(trx, ids, shopConfig) : undefined;
  const offers = await lockOffers(trx, ids, hidden);
  const errors = [...earlierErrors, ...unknownTires(lines, offers)];
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };

  const maySupply = (place: string) => channel !== 'counter' || place === form.branch;
  const offered = offeredLines(lines, offers, form.branch, shopConfig.branches, maySupply);
  const refusal = offerRefusal(offered);
  if (refusal) return refusal;

  const buyer = buyerLimits?.buyer ?? null;
  const { fitting } = form;
  const appointment = fitting
    ? await bookWithOrder(
        trx,
        { orderId, form: { ...form, fitting }, lines: offered, channel, buyer, actor, now },
        shopConfig,
        terms,
      )
    : null;
  if (appointment && !appointment.ok) return appointment;
  const booking = appointment?.booking ?? null;

  const order = draftOrder({ id: orderId, token, form, lines: offered, booking, source, shopConfig, terms, now });
  const data = { ...source.eventData, ...(booking && { fitting: booking.starts_at.toISOString() }) };
  await writeOrder(trx, order, mails, buyer, { actor, data });
  // `confirmHolds` changes nothing for unpaid tires at the order's own branch.
  const hasTiresElsewhere = order.holds.some(({ place }) => place !== form.branch);
  if (order.order.status === 'confirmed' && hasTiresElsewhere)
    await confirmHolds(trx, enqueue, order.order, { at: now, actor }, { isPaid: false });
  return { ok: true, order, token, isNew: true };
}
