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
  /** Paid at the branch; null: agreed by a person. */
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

/** A time in which a bay, or with a null bay every bay, is not booked; or, with `opens`, is booked in addition to the hours. */
export type CalendarBlock = {
  id: number;
  bay: number | null;
  /** ISO instants, also of another day. */
  from: string;
  to: string;
  opens: boolean;
  reason: string;
  madeBy: string;
};

/** A day of a branch: what its bays do when. */
export type CalendarDay = {
  branch: string;
  /** Those that have bays. */
  branches: string[];
  day: Day;
  today: Day;
  /** An ISO instant. */
  now: string;
  /** 12:00 in Tallinn, an ISO instant, from which times of the day count. */
  noon: string;
  /** The hours of fitting, `HH:MM`; null: none. */
  hours: { opens: string; closes: string } | null;
  /** Whether the branch opens only if somebody has booked. */
  byBooking: boolean;
  bays: { id: number; online: boolean; maxRim: number; vans: boolean }[];
  bookings: CalendarBooking[];
  blocks: CalendarBlock[];
};

/** A day in the week of a branch. `freeHours`: the hours that all bays together are free. */
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

/** Free starts for a job at the desk, seven days from the first one on. `work` null: no row of the owner’s table has it, or no bay can do it. */
export type DeskStarts = {
  work: DeskJob | null;
  days: { day: Day; starts: DeskStart[] }[];
  /** The first day of the next page; null: this is the last one. */
  nextDay: Day | null;
};
