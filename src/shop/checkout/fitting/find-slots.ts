import type { Day } from '../../calendar.ts';
import type { Tire } from '../../catalog/tire/tire.ts';
import type { HoldTerms, ShopConfig } from '../../config/shop-config.ts';
import type { FittingStore } from '../../fitting/bookings/follow-bookings.server.ts';
import { fittedTireOf } from '../../fitting/fitted-tire.ts';
import type { StartOptions } from '../../fitting/free-starts.ts';
import { type FittingDay, fittingDays, pageOfDays } from '../../fitting/slots.ts';
import type { StartRange } from '../../fitting/start-range.ts';
import {
  type BranchFitting,
  type FittedTire,
  fittingOf,
  jobAt,
  type Vehicle,
  type Work,
  workOf,
} from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { type AllocatedPart, allocate, type Supply } from '../place/allocate.ts';
import { suppliesOf } from '../place/collection-days.ts';
import { rangeOfNewOrder } from './order-range.server.ts';

export type SlotsQuery = {
  branch: string;
  items: readonly { tire: Tire; count: number }[];
  vehicle: Vehicle;
  method: string;
  from?: Day | undefined;
};

/** `by-phone`: a slot must be agreed with the branch. `out-of-stock`: the stock has too few of the tires. */
export type NoSlotsReason = 'by-phone' | 'out-of-stock';

/** `earliest`: the first day on which an appointment may start. `nextDay`: the first day after `days` on which an appointment may start; null: none. */
export type FoundSlots =
  | { reason: NoSlotsReason }
  | {
      reason: null;
      minutes: number;
      priceCents: Cents;
      vehicle: Vehicle;
      earliest: Day;
      days: FittingDay[];
      nextDay: Day | null;
    };

/** Returns the free slots of seven days for tires that are not ordered yet, from the plans in memory. */
export function findSlots(
  { branch, items, vehicle, method: paymentMethod, from: firstDay }: SlotsQuery,
  store: Pick<FittingStore, 'plansOf'>,
  { shopConfig, terms, now }: { shopConfig: ShopConfig; terms: HoldTerms; now: Date },
): FoundSlots {
  const wanted = items.map(({ tire, count }) => {
    return { ...fittedTireOf({ ...tire, count }), supplies: suppliesOf(tire.stock) };
  });
  const job = jobOfNewOrder(
    { branch, wanted, vehicle, paymentMethod, bookedVia: 'online' },
    { shopConfig, terms, now },
  );
  if (job.reason !== null) return job;
  const { work, minutes, priceCents, range } = job;
  const { first, last, nextDay } = pageOfDays(range, firstDay);
  const plans = store.plansOf(branch).filter(({ day }) => first <= day && day <= last);
  return {
    reason: null,
    minutes,
    priceCents,
    vehicle: work.vehicle,
    earliest: tallinnDate(new Date(range.from)),
    days: fittingDays(plans, { work, minutes, ...range, bookedVia: 'online' }, now),
    nextDay,
  };
}

type NewOrder = {
  branch: string;
  wanted: readonly (FittedTire & { supplies: readonly Supply[] })[];
  vehicle: Vehicle;
  paymentMethod: string;
  bookedVia: StartOptions['bookedVia'];
};

type NewJob = {
  reason: null;
  fitting: BranchFitting;
  work: Work;
  minutes: number;
  priceCents: Cents;
  range: StartRange;
  parts: AllocatedPart[];
};

export function jobOfNewOrder(
  { branch, wanted, vehicle, paymentMethod, bookedVia }: NewOrder,
  { shopConfig, terms, now }: { shopConfig: ShopConfig; terms: HoldTerms; now: Date },
): NewJob | { reason: NoSlotsReason } {
  const fitting = fittingOf(shopConfig, branch);
  const work = workOf(wanted, vehicle);
  const job = fitting && work && jobAt(fitting, work);
  if (!fitting || !work || !job) return { reason: 'by-phone' };
  const branches = shopConfig.branches.map(({ id }) => id);
  const allocated = wanted.map(({ count, supplies }) => allocate(count, supplies, branch, branches));
  if (allocated.some(({ missing }) => missing > 0)) return { reason: 'out-of-stock' };
  const parts = allocated.flatMap((line) => line.parts);
  const range = rangeOfNewOrder({ parts, paymentMethod, branch, bookedVia, now }, shopConfig, terms);
  return { reason: null, fitting, work, ...job, range, parts };
}
