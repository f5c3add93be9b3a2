import type { Day } from '../../calendar.ts';
import type { Vehicle } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { Appointment } from '../../order/order-view.ts';

/** `priceCents` null: agreed at the branch. `storage`: the branch stores a set of the buyer. `earlier`: the buyer waits for an earlier time. */
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

export type FreeDay = { day: Day; state: 'open' | 'full' | 'closed'; starts: { at: string; time: string }[] };

/** `by-phone`: no bay does this work, or none is bookable. `tiresOn`: the day on which the tires that are not here yet are expected. `nextDay`: the first day of the next page. */
export type FreeTimes = {
  reason: 'by-phone' | 'out-of-stock' | null;
  work: { minutes: number; priceCents: Cents | null; vehicle: Vehicle } | null;
  tiresOn: Day | null;
  days: FreeDay[];
  nextDay: Day | null;
};
