import type { PlacedAnswer } from '../order/order-view.ts';
import type { FieldError } from './form-errors.ts';

/** Why an order was not placed. Nothing of the attempt stays behind, and its key can be used again. */
export type Refusal = { ok: false } & (
  | { reason: 'validation'; errors: FieldError[] }
  /** Tires of which less is left than wanted: what is left. Comes before price-changed. */
  | { reason: 'out-of-stock'; items: { id: string; available: number }[] }
  /** Tires whose price is not what the buyer saw: the price now, in euros. */
  | { reason: 'price-changed'; items: { id: string; price: number }[] }
  | { reason: 'too-many-open-orders'; limit: 'email' | 'address' }
  /** The first request with the key is still under way. */
  | { reason: 'in-progress' }
  /** An order stands under the key, and it was another one. */
  | { reason: 'key-reused' }
  /** Others kept the tires' stock locked for too long; try again. */
  | { reason: 'busy' }
);

/** An order that stands. `replayed`: an earlier request with the same key placed it. */
export type Placed = { ok: true; answer: PlacedAnswer; replayed: boolean; orderId: number; attemptId: string };

export type Placing = Placed | Refusal;
