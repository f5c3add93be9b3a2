import type { Day } from '../../calendar.ts';
import type { Tire } from '../../catalog/tire/tire.ts';
import { fittedTireOf } from '../../fitting/fitted-tire.ts';
import type { FittingStore } from '../../fitting/follow-bookings.server.ts';
import { type FittingDay, fittingDays, pageOfDays } from '../../fitting/slots.ts';
import { fittingOf, jobAt, type Vehicle, workOf } from '../../fitting/work.ts';
import type { Cents } from '../../money.ts';
import type { HoldTerms, ShopConfig } from '../../shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { allocate } from '../place/allocate.ts';
import { rangeOfNewOrder } from './order-range.server.ts';

export type SlotsQuery = {
  branch: string;
  items: readonly { tire: Tire; count: number }[];
  vehicle: Vehicle;
  method: string;
  /** The first day to answer; absent: the first possible one. */
  from?: Day | undefined;
};

/** Why no time can be booked: the branch agrees one by phone, or has too few of the tires. */
export type NoSlots = 'by-phone' | 'out-of-stock';

/** `earliest`: the first day on which an appointment may start. `nextDay`: of the next page; null: this is the last one. */
export type FoundSlots =
  | { reason: NoSlots }
  | {
      reason: null;
      minutes: number;
      priceCents: Cents | null;
      vehicle: Vehicle;
      earliest: Day;
      days: FittingDay[];
      nextDay: Day | null;
    };

/** Returns the free times for tires that are not ordered yet, from memory: seven days. */
export function findSlots(
  { branch, items, vehicle, method, from }: SlotsQuery,
  store: Pick<FittingStore, 'plansOf'>,
  { shopConfig, terms, now }: { shopConfig: ShopConfig; terms: HoldTerms; now: Date },
): FoundSlots {
  const fitting = fittingOf(shopConfig, branch);
  const work = workOf(
    items.map(({ tire, count }) => ({ ...fittedTireOf(tire), count })),
    vehicle,
  );
  const job = fitting && work && jobAt(fitting, work);
  if (!job) return { reason: 'by-phone' };
  const branches = shopConfig.branches.map(({ id }) => id);
  const allocated = items.map(({ tire, count }) => {
    const supplies = tire.stock.map(({ branch: place, count: free, leadDays }) => ({ place, free, leadDays }));
    return allocate(count, supplies, branch, branches);
  });
  if (allocated.some(({ missing }) => missing > 0)) return { reason: 'out-of-stock' };
  const parts = allocated.flatMap((line) => line.parts);
  const range = rangeOfNewOrder({ parts, method, branch, now }, shopConfig, terms);
  const { first, last, nextDay } = pageOfDays(range, from);
  const plans = store.plansOf(branch).filter(({ day }) => first <= day && day <= last);
  return {
    reason: null,
    ...job,
    vehicle: work.vehicle,
    earliest: tallinnDate(new Date(range.from)),
    days: fittingDays(plans, { work, minutes: job.minutes, ...range, door: 'online' }, now),
    nextDay,
  };
}
