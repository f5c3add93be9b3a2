import type { Day } from '../../calendar.ts';
import type { DeskJob, Vehicle } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { TireCounts } from '../order/order-act.ts';
import type { TireState } from '../today.ts';

/** Times are ISO instants, `time` is `HH:MM` in Tallinn. `order` null: a booking by phone or at the counter, with its own contact data. */
export type CalendarBooking = {
  id: string;
  version: number;
  order: BookedOrder | null;
  bay: number;
  from: string;
  to: string;
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
  rim: number | null;
  runFlat: boolean;
  /** The price of fitting, paid at the branch; null: to be agreed there. `storage`: the branch stores the buyer's other set of tires. */
  priceCents: Cents | null;
  storage: boolean;
  note: string;
  /** Whether the appointment needs another time, because the hours, bays or blocks have changed. */
  mustMove: boolean;
};

export type BookedOrder = {
  number: string;
  tires: TireCounts & { state: TireState };
  money: { paid: boolean; dueCents: Cents };
  shelf: string | null;
};

/** An exception to the hours of fitting. `bay` null: every bay. `opens` true: extra hours, which can be booked although they are outside the hours; otherwise the time cannot be booked. */
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

export type CalendarDay = {
  branch: string;
  branches: string[];
  day: Day;
  today: Day;
  now: string;
  /** 12:00 in Tallinn as an ISO instant. Times of the day count from it, because the clock changes at night. */
  noon: string;
  /** The hours of fitting, `HH:MM`; null: none. `byBooking`: the branch opens only if somebody has booked. */
  hours: { opens: string; closes: string } | null;
  byBooking: boolean;
  bays: { id: number; online: boolean; maxRim: number; vans: boolean }[];
  bookings: CalendarBooking[];
  blocks: CalendarBlock[];
};

/** `bookings`, `mustMove`: counts. `blocked`: the day has blocked times. `opened`: it has extra hours. */
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

export type CalendarWeek = { branch: string; today: Day; days: CalendarWeekDay[] };

/** `at`: an ISO instant. `bays`: the free ones, the best first. */
export type DeskStart = { at: string; time: string; bays: number[] };

/** Seven days. `work` null: `works` in shop.config.ts has no entry for the job, or no bay can do it. `nextDay`: the first day after them on which an appointment may start; null: none. */
export type DeskStarts = {
  work: DeskJob | null;
  days: { day: Day; starts: DeskStart[] }[];
  nextDay: Day | null;
};
