import type { OrderForm } from '../../../shop/checkout/order-form.ts';
import { randomUuid } from '../../random-uuid.ts';

/** An order on its way: the same key and body are sent until the answer is known, so that it is placed once. */
export type OrderAttempt = { key: string; body: OrderForm };

const storageKey = 'order-attempt';

/** What the browser's storage is a copy of: where it is blocked or full, the page itself still knows. */
let open: OrderAttempt | null = null;

/** The attempt that has no definite answer yet. */
export function openAttempt(): OrderAttempt | null {
  if (open) return open;
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as OrderAttempt | null;
  } catch {
    return null;
  }
}

/** The open attempt if it asks for the same, otherwise a new one under a new key. */
export function attemptFor(body: OrderForm): OrderAttempt {
  const known = openAttempt();
  open = known && JSON.stringify(known.body) === JSON.stringify(body) ? known : { key: randomUuid(), body };
  try {
    localStorage.setItem(storageKey, JSON.stringify(open));
  } catch (error) {
    console.warn(error);
  }
  return open;
}

/** The answer is known. Never throws: an order that stands must be shown. */
export function closeAttempt(): void {
  open = null;
  try {
    localStorage.removeItem(storageKey);
  } catch (error) {
    console.warn(error);
  }
}
