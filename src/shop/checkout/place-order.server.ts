import {
  commitIfOk,
  isLockTimeout,
  lostRace,
  numberTaken,
  repeatedIf,
  type Trx,
} from '../../database/transaction.server.ts';
import { answerOf, readOrder } from '../order/orders.server.ts';
import type { StoredOrder } from '../order/stored-order.server.ts';
import type { OrderLimits, ShopFacts } from '../shop-facts.ts';
import { draftOrder } from './draft-order.server.ts';
import { formErrors, unknownTires } from './form-errors.ts';
import { claimKey } from './idempotency.server.ts';
import { lockOffers } from './lock-offers.server.ts';
import { mailboxOf } from './mailbox.server.ts';
import { offeredLines, offerRefusal } from './offer.ts';
import type { OrderForm } from './order-form.ts';
import { reachedLimit, turnOfBuyer } from './order-limits.server.ts';
import type { Placed, Placing } from './placing.ts';
import { prepareLetters } from './prepare-letters.server.ts';
import type { Till } from './till.server.ts';
import { wantedLines } from './wanted-lines.ts';
import { writeOrder } from './write-order.server.ts';

/** What the shop places orders with. */
export type Checkout = Pick<Till, 'db' | 'facts' | 'terms' | 'later'> & {
  limits: OrderLimits;
  now: Date;
  /** Whether the form's way to pay is on offer. */
  methodKnown: boolean;
};

/** Who asks. `key`: the idempotency key; `clientAddress`: an IP address or network, used for the limit only. */
export type Attempt = {
  key: string;
  clientAddress: string | null;
  deviceId: string | null;
  limitByAddress: boolean;
};

/**
 * Places an order in one transaction: key, limits, stock, prices, order. The same key and form give the same order
 * again, as it stands now. Refusals leave nothing behind; throws when the database cannot be reached.
 */
export async function placeOrder(checkout: Checkout, form: OrderForm, attempt: Attempt): Promise<Placing> {
  const once = () => commitIfOk(checkout.db, (trx) => placeWithin(trx, checkout, form, attempt));
  try {
    return await repeatedIf((error) => lostRace(error) || numberTaken(error), once);
  } catch (error) {
    if (isLockTimeout(error)) return { ok: false, reason: 'busy' };
    throw error;
  }
}

async function placeWithin(
  trx: Trx,
  { facts, limits, terms, later, now, methodKnown }: Checkout,
  form: OrderForm,
  { key, clientAddress, deviceId, limitByAddress }: Attempt,
): Promise<Placing> {
  const buyer = { mailbox: mailboxOf(form.customer.email), client: limitByAddress ? clientAddress : null };
  const claim = await claimKey(trx, key, form, turnOfBuyer(buyer), now);
  if (!('token' in claim)) return { ok: false, reason: claim.state };
  const { orderId, token } = claim;
  if (claim.state === 'placed') return placed(await readOrder(trx, orderId), token, facts, true);

  const limit = await reachedLimit(trx, buyer, limits, now);
  if (limit) return { ok: false, reason: 'too-many-open-orders', limit };

  // Their jobs are written before the stock is locked, so that others wait for it as shortly as can be.
  const letters = await prepareLetters(trx, later, form.paymentMethod);
  const wanted = wantedLines(form.items);
  const offers = await lockOffers(
    trx,
    wanted.map(({ id }) => id),
  );
  const errors = [...formErrors(form, wanted, facts, limits, methodKnown), ...unknownTires(wanted, offers)];
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };

  const branches = facts.branches.map(({ id }) => id);
  const lines = offeredLines(wanted, offers, form.branch, branches);
  const refusal = offerRefusal(lines);
  if (refusal) return refusal;

  const order = draftOrder({ id: orderId, token, form, lines, deviceId, facts, terms, now });
  await writeOrder(trx, order, letters, buyer);
  return placed(order, token, facts, false);
}

function placed(stored: StoredOrder, token: string, facts: ShopFacts, replayed: boolean): Placed {
  const { order, next } = answerOf(stored, facts);
  const answer = { order: { ...order, token }, next };
  return { ok: true, answer, replayed, orderId: stored.order.id, attemptId: stored.attempt.id };
}
