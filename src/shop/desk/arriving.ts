import type { Day } from '../calendar.ts';

/** The order that waits for the pieces. `transfer`: the transfer to book as arrived, if they come from another branch. */
export type ArrivingFor = { number: string; count: number; transfer: number | null };

/** `stock`: the pieces for which no order waits. `orders`: the oldest first. */
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

/**
 * `unclear`: it is not known whether the supplier received the purchase. `requested`: the other branch has not booked that it sent the
 * tires.
 */
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

/** `day` null: the day is not known. */
export type ArrivingDay = { day: Day | null; overdue: boolean; count: number; from: ArrivingFrom[] };

/** The other set of a buyer, to be brought from the storage for an appointment. `number` null: without an order. */
export type StoredSet = { id: string; at: string; bay: number; number: string | null; name: string; plate: string };

/**
 * The tires that will arrive at a branch: overdue days first, then by day, then tires without a day. `fromStorage`: sets to bring for
 * appointments up to the next working day.
 */
export type Arriving = { branch: string; today: Day; days: ArrivingDay[]; fromStorage: StoredSet[] };
