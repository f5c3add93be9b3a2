import type { Day } from '../../calendar.ts';
import type { Vehicle } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { Appointment } from '../../order/order-view.ts';

/**
 * An appointment for fitting, as the desk shows it. `priceCents`: the price, paid at the branch; null: agreed there. `storage`: the other
 * set of the buyer is in the storage of the branch. `earlier`: the buyer is on the waiting list for an earlier slot.
 */
export type DeskAppointment = {
  at: string;
  minutes: number;
  bay: number;
  vehicle: Vehicle;
  priceCents: Cents | null;
  storage: boolean;
  earlier: boolean;
  state: Appointment['state'];
  freedBecause: Appointment['freedBecause'];
};

/** A day with its free start times. `time`: `HH:MM` in Tallinn. */
export type FreeDay = { day: Day; state: 'open' | 'full' | 'closed'; starts: { at: string; time: string }[] };

/**
 * Free slots for one job, a page of some days. `tiresOn`: the day on which the tires are expected; null: they are here, or it is not known.
 * `nextDay`: the first day of the next page; null: this is the last one. `reason`: why there are no slots; `by-phone`: no bay does this
 * work, or the branch takes no bookings.
 */
export type FreeTimes = {
  reason: 'by-phone' | 'out-of-stock' | null;
  work: { minutes: number; priceCents: Cents | null; vehicle: Vehicle } | null;
  tiresOn: Day | null;
  days: FreeDay[];
  nextDay: Day | null;
};
