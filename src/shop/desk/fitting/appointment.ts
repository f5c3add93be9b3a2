import type { Day } from '../../calendar.ts';
import type { Vehicle } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { Appointment } from '../../order/order-view.ts';

/**
 * An appointment for fitting, as the desk shows it. `priceCents`: paid at the branch; null: agreed there. `storage`: the other set of
 * the buyer is in the storage of the branch. `earlier`: the buyer wants to be told of an earlier time.
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

/** A day with the starts that are free. `time`: `HH:MM` in Tallinn. */
export type FreeDay = { day: Day; state: 'open' | 'full' | 'closed'; starts: { at: string; time: string }[] };

/**
 * Free times of one job, some days at once. `tiresOn`: the day on which the tires are expected; null: they are here, or nobody knows.
 * `nextDay`: of the next days; null: none. `reason`: why there are none; `by-phone`: no bay does this work, or the branch books no times.
 */
export type FreeTimes = {
  reason: 'by-phone' | 'out-of-stock' | null;
  work: { minutes: number; priceCents: Cents | null; vehicle: Vehicle } | null;
  tiresOn: Day | null;
  days: FreeDay[];
  nextDay: Day | null;
};
