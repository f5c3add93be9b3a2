import type { Day } from '../../calendar.ts';
import type { DeskJob, Vehicle } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { TireCounts } from '../order/order-act.ts';
import type { TireState } from '../today.ts';

/** A booking at a bay. Freed ones are not shown. `order` null: by phone or for a walk-in, with contact data of its own. */
export type CalendarBooking = {
  id: string;
  version: number;
  order: BookedOrder | null;
  bay: number;
  /** ISO instants. */
  from: string;
  to: string;
  /** `from` in Tallinn, `HH:MM`. */
  time: string;
  minutes: number;
  state: 'booked' | 'arrived' | 'done' | 'missed';
  channel: 'web' | 'phone' | 'counter';
  /** Empty: not known, or erased. */
  name: string;
  phone: string;
  plate: string;
  vehicle: Vehicle;
  wheels: number;
  /** Inches. */
  rim: number | null;
  runFlat: boolean;
  /** The price, paid at the branch; null: agreed there. */
  priceCents: Cents | null;
  /** The other set of the buyer is in the storage of the branch. */
  storage: boolean;
  note: string;
  /** It lies in a block or outside the hours, or its bay cannot do the job. */
  mustMove: boolean;
};

/** `dueCents`: what is to be paid before the hand-over; 0 if `paid`. */
export type BookedOrder = {
  number: string;
  tires: TireCounts & { state: TireState };
  money: { paid: boolean; dueCents: Cents };
  shelf: string | null;
};

/**
 * A time span in which a bay (null: every bay) takes no bookings. With `opens`: extra hours, in which it takes bookings outside the hours
 * of fitting.
 */
export type CalendarBlock = {
  id: number;
  bay: number | null;
  /** ISO instants; a block can begin or end on another day. */
  from: string;
  to: string;
  opens: boolean;
  reason: string;
  madeBy: string;
};

/** A day of a branch: the hours, bookings and blocks of its bays. */
export type CalendarDay = {
  branch: string;
  /** The branches that have bays. */
  branches: string[];
  day: Day;
  today: Day;
  /** An ISO instant. */
  now: string;
  /** 12:00 in Tallinn as an ISO instant. Times of the day count from it, because the clock changes at night. */
  noon: string;
  /** The hours of fitting, `HH:MM`; null: none. */
  hours: { opens: string; closes: string } | null;
  /** Whether the branch opens only if somebody has booked. */
  byBooking: boolean;
  bays: { id: number; online: boolean; maxRim: number; vans: boolean }[];
  bookings: CalendarBooking[];
  blocks: CalendarBlock[];
};

/** A day in the week of a branch. `freeHours`: the sum of the free hours of all bays. */
export type CalendarWeekDay = {
  day: Day;
  hours: { opens: string; closes: string } | null;
  byBooking: boolean;
  bookings: number;
  mustMove: number;
  freeHours: number;
  blocked: boolean;
  opened: boolean;
};

/** Seven days, from a Monday on. */
export type CalendarWeek = { branch: string; today: Day; days: CalendarWeekDay[] };

/** `at`: an ISO instant; `bays`: those that are free, the best one first. */
export type DeskStart = { at: string; time: string; bays: number[] };

/** Free start times for a job, for seven days. `work` null: the owner’s price table has no row for the job, or no bay can do it. */
export type DeskStarts = {
  work: DeskJob | null;
  days: { day: Day; starts: DeskStart[] }[];
  /** The first day of the next page; null: this is the last one. */
  nextDay: Day | null;
};
