import type { Day } from '../../calendar.ts';
import { type Cents, toEuros } from '../../money.ts';
import type { OfferRefusal } from '../place/offers.server.ts';
import type { FieldError } from '../place/order-form.ts';

type Fulfilment = 'pickup' | 'fitting';

export type ChangeSummary = {
  /** Tires whose count changes. An added tire has `before` 0. `priceCents`: the price of one piece. */
  tires: { id: string; title: string; size: string; before: number; after: number; priceCents: Cents }[];
  branch: { before: string; after: string } | null;
  fulfilment: { before: Fulfilment; after: Fulfilment } | null;
  /** The names of the changed fields with data of the buyer. */
  fields: string[];
  total: { before: Cents; after: Cents };
  refundCents: Cents;
  /** The balance due after the change, if the buyer has paid a part; 0 if nothing was paid. */
  missingCents: Cents;
  promised: { before: Day; after: Day };
  /** The start of the appointment that the change cancels; null: none. */
  freesFitting: Date | null;
  /** The prices of fitting, if the appointment stays and its price changes. `before` or `after` null: agreed at the branch. */
  fittingPrice: { before: Cents | null; after: Cents | null } | null;
};

const eurosOrNull = (cents: Cents | null) => (cents === null ? null : toEuros(cents));

export function changeInEuros({
  tires,
  total,
  refundCents,
  missingCents,
  freesFitting,
  fittingPrice,
  ...summary
}: ChangeSummary) {
  return {
    ...summary,
    tires: tires.map(({ priceCents, ...tire }) => ({ ...tire, price: toEuros(priceCents) })),
    total: { before: toEuros(total.before), after: toEuros(total.after) },
    refund: toEuros(refundCents),
    missing: toEuros(missingCents),
    freesFitting: freesFitting?.toISOString() ?? null,
    fittingPrice: fittingPrice && { before: eurosOrNull(fittingPrice.before), after: eurosOrNull(fittingPrice.after) },
  };
}

export function isUnchanged({
  tires,
  branch,
  fulfilment,
  fields,
}: Pick<ChangeSummary, 'tires' | 'branch' | 'fulfilment' | 'fields'>): boolean {
  return tires.length === 0 && !branch && !fulfilment && fields.length === 0;
}

/** `ask-branch`: tires are ordered, on their way or handed over, or the vehicle is in the bay, so only an employee can change the order.
 * `changed`: the order has changed since it was seen. `handed-over`: the buyer has more pieces of a tire than the order would keep.
 * `last-tires`: no tires would be left; the buyer must cancel instead. `payment-underway`: a bank is still settling a payment.
 * `review`: an employee must first look at a payment. `too-late`: the order has ended, or the buyer has withdrawn from it. */
export type ChangeRefusal =
  | OfferRefusal
  | { ok: false; reason: 'validation'; errors: FieldError[] }
  | {
      ok: false;
      reason:
        | 'too-late'
        | 'review'
        | 'ask-branch'
        | 'changed'
        | 'handed-over'
        | 'last-tires'
        | 'payment-underway'
        | 'too-many-changes'
        | 'too-many-open-orders'
        | 'unchanged'
        | 'key-reused';
    };
