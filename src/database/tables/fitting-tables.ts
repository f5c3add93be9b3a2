import type { Generated } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

export type FittingBookings = {
  id: Generated<string>;
  /** Null: a booking by phone or at the counter without an order, which has its own `name`, `phone` and `plate`. */
  order_id: number | null;
  branch: string;
  bay: number;
  starts_at: Timestamp;
  ends_at: Timestamp;
  vehicle: 'car' | 'suv' | 'van';
  wheels: number;
  /** In inches; null: not known. */
  rim: number | null;
  run_flat: Generated<boolean>;
  /** Null: the duration was agreed with the buyer, and the price is agreed at the branch. */
  price_cents: number | null;
  /** Whether the buyer's other set of tires is in the storage of the branch. */
  storage: Generated<boolean>;
  state: Generated<'booked' | 'arrived' | 'done' | 'missed' | 'freed'>;
  /** `closed`: the order was cancelled or handed over; `expired`: it expired. `late`: the tires arrive too late. `changed`: it no longer suits the order. */
  freed_because: 'buyer' | 'desk' | 'closed' | 'expired' | 'late' | 'changed' | 'moved-earlier' | null;
  channel: 'web' | 'phone' | 'counter';
  name: string | null;
  phone: string | null;
  plate: string | null;
  note: Generated<string>;
  /** Since when the buyer waits for an earlier start time. Null: the buyer does not wait. */
  earlier_since: Timestamp | null;
  version: Generated<number>;
  made_at: Timestamp;
  made_by: string;
  arrived_at: Timestamp | null;
  done_at: Timestamp | null;
};

/** `bay` null: every bay. `opens` true: extra hours, bookable outside the opening hours. False: a blocked time, not bookable. */
export type FittingBlocks = {
  id: Identity;
  branch: string;
  bay: number | null;
  starts_at: Timestamp;
  ends_at: Timestamp;
  opens: boolean;
  reason: Generated<string>;
  made_by: string;
  made_at: Timestamp;
};

/** Text messages, each sent once. `about`: the version of the booking, or for a reminder the appointment's day. */
export type FittingTexts = {
  id: Generated<string>;
  booking_id: string;
  kind: 'moved' | 'freed' | 'reminder';
  about: string;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  dropped_at: Timestamp | null;
};

/** Offered to buyers who wait for an earlier start. `ends_at` null: only this start time; `bay` null: any bay. */
export type FreedTimes = {
  id: Identity;
  branch: string;
  starts_at: Timestamp;
  bay: number | null;
  ends_at: Timestamp | null;
};

/** Calendar feeds of the appointments of a branch, for employees. `token_hash`: SHA-256 of the secret in the URL. */
export type FittingFeeds = {
  id: Identity;
  branch: string;
  token_hash: Buffer;
  created_at: Timestamp;
  created_by: string;
  revoked_at: Timestamp | null;
};
