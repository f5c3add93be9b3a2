import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { DeskOrderRow } from './today.ts';

export const maxFound = 20;

/** `exact`: the text is the number of the order. */
export type FoundOrder = DeskOrderRow & { placedAt: string; totalCents: Cents; exact: boolean };

/** `free`: number of pieces that can be sold from the branch. */
export type FreeAtBranch = { branch: string; free: number };
export type FreeAtSupplier = { supplier: string; free: number; leadDays: number };

/** `exact`: the text of the search is the EAN of the tire. True also from `findTire`, which reads a tire by its id. */
export type FoundTire = {
  id: string;
  manufacturer: string;
  model: string;
  /** With load and speed index, marks, and the year of production if the tire has one: `205/55 R16 91V XL Run-flat DOT 2026`. */
  size: string;
  season: 'summer' | 'winter' | 'all_season';
  studs: 'none' | 'studdable' | 'studded';
  ean: string | null;
  priceCents: Cents;
  onSale: boolean;
  branches: FreeAtBranch[];
  suppliers: FreeAtSupplier[];
  exact: boolean;
};

export type FoundPurchase = {
  number: string;
  supplier: string;
  branch: string;
  state: 'draft' | 'sending' | 'sent' | 'unclear' | 'closed';
  expectedOn: Day | null;
  ordered: number;
  received: number;
};

export type FoundBooking = {
  id: string;
  branch: string;
  at: string;
  bay: number;
  state: 'booked' | 'arrived' | 'done' | 'missed' | 'freed';
  name: string;
  phone: string;
  plate: string;
};

/** `bookings`: those without an order. Future ones come first, the next at the top; then past ones, the latest at the top. */
export type Found = {
  orders: FoundOrder[];
  tires: FoundTire[];
  purchases: FoundPurchase[];
  bookings: FoundBooking[];
};

export type FirstHit =
  | { kind: 'order'; number: string }
  | { kind: 'tire'; id: string }
  | { kind: 'purchase'; number: string };

/** Returns the result that Enter opens: an exact match, otherwise the first order or tire, never a booking. */
export function firstHit({ orders, tires, purchases }: Found): FirstHit | null {
  const [order] = orders;
  const [tire] = tires;
  const [purchase] = purchases;
  if (order?.exact) return { kind: 'order', number: order.number };
  // Purchases are found only by their number, so each is an exact match.
  if (purchase) return { kind: 'purchase', number: purchase.number };
  if (tire?.exact) return { kind: 'tire', id: tire.id };
  if (order) return { kind: 'order', number: order.number };
  return tire ? { kind: 'tire', id: tire.id } : null;
}
