import type { Day } from '../calendar.ts';

/** The pieces for an order. `transfer`: the transfer to book as arrived, if they come from another branch. */
export type ArrivingOrder = { number: string; count: number; transfer: number | null };

/** `stock`: the pieces for which no order waits. `orders`: the oldest first. */
export type ArrivingLine = {
  tireId: string;
  sku: string | null;
  ean: string | null;
  title: string;
  size: string;
  count: number;
  orders: ArrivingOrder[];
  stock: number;
};

/** The pieces that come from one purchase or branch. `unclear`: the supplier may not have received the purchase. `requested`: the other branch has not booked that it sent the tires. */
export type ArrivingDelivery =
  | {
      kind: 'purchase';
      purchase: string;
      supplier: string;
      state: 'sending' | 'sent' | 'unclear';
      count: number;
      lines: ArrivingLine[];
    }
  | { kind: 'transfer'; branch: string; state: 'requested' | 'sent'; count: number; lines: ArrivingLine[] };

export type ArrivingDay = { day: Day | null; overdue: boolean; count: number; deliveries: ArrivingDelivery[] };

/** A buyer's set of wheels, to bring from the storage for an appointment. `number` null: an appointment without an order. */
export type StoredSet = { id: string; at: string; bay: number; number: string | null; name: string; plate: string };

/** `days`: overdue ones first, without a day last. `fromStorage`: sets for appointments up to the next working day. */
export type Arriving = { branch: string; today: Day; days: ArrivingDay[]; fromStorage: StoredSet[] };
