import type { Day } from '../calendar.ts';

/** `transfer`: to be booked as arrived, where the tires come from another branch. */
export type ArrivingFor = { number: string; count: number; transfer: number | null };

/** `stock`: how many of them no order waits for. `orders`: the oldest first. */
export type ArrivingLine = {
  tireId: string;
  sku: string | null;
  ean: string | null;
  title: string;
  size: string;
  count: number;
  orders: ArrivingFor[];
  stock: number;
};

/** `unclear`: nobody knows whether the supplier got the purchase. `requested`: nobody has booked that the branch sent them. */
export type ArrivingFrom =
  | {
      kind: 'purchase';
      purchase: string;
      supplier: string;
      state: 'sending' | 'sent' | 'unclear';
      count: number;
      lines: ArrivingLine[];
    }
  | { kind: 'transfer'; branch: string; state: 'requested' | 'sent'; count: number; lines: ArrivingLine[] };

/** `day` null: nobody knows one. */
export type ArrivingDay = { day: Day | null; overdue: boolean; count: number; from: ArrivingFrom[] };

/** The other set of a buyer, to be brought from the storage for an appointment. `number` null: without an order. */
export type StoredSet = { id: string; at: string; bay: number; number: string | null; name: string; plate: string };

/**
 * What is to arrive at a branch: overdue days first, then by day, then what has no day. `fromStorage`: sets for appointments up to
 * the next working day.
 */
export type Arriving = { branch: string; today: Day; days: ArrivingDay[]; fromStorage: StoredSet[] };
