import { addDays, firstOpenDay, hoursOf, hoursOn, instantAt, startOfDay } from '../../calendar.ts';
import type { Catalogue } from '../../catalog/catalogue.ts';
import type { Tire } from '../../catalog/tire/tire.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { nextCutOff, readCutOff } from '../../purchasing/order-terms.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { leadDaysBetweenBranches, promisedDay } from './allocate.ts';
import { type CollectionDays, supplyKey } from './collection-days.ts';

/** Where tires come from, and in how many days. `branch`: the branch that has them, or `supplier`. */
type LeadTime = Omit<Tire['stock'][number], 'count'>;

const leadTimesCache = new WeakMap<Catalogue['tires'], LeadTime[]>();

function supplierLeadTimes({ tires }: Pick<Catalogue, 'tires'>): LeadTime[] {
  const cached = leadTimesCache.get(tires);
  if (cached) return cached;
  const leadTimes = new Map<string, LeadTime>();
  // Tires with equal stock share one array, so the set skips repeated ones.
  for (const stock of new Set(tires.map((tire) => tire.stock))) {
    for (const { count: _, ...leadTime } of stock)
      if (leadTime.branch === 'supplier') leadTimes.set(supplyKey(leadTime), leadTime);
  }
  const sorted = [...leadTimes.values()].sort(
    (a, b) => a.leadDays - b.leadDays || (supplyKey(a) < supplyKey(b) ? -1 : 1),
  );
  leadTimesCache.set(tires, sorted);
  return sorted;
}

/** Returns the days on which tires can be collected: for each branch the day of tires that are at a branch, and of those with each lead time of a supplier. */
export function listCollectionDays(
  catalogue: Pick<Catalogue, 'tires'>,
  shopConfig: ShopConfig,
  now: Date,
): CollectionDays {
  const leadTimes = supplierLeadTimes(catalogue);
  const branchIds = shopConfig.branches.map(({ id }) => id);
  const allLeadTimes = [...branchIds.map((branch): LeadTime => ({ branch, leadDays: 0 })), ...leadTimes];
  const daysByBranch = branchIds.map((orderBranch) => {
    const dayOf = ({ branch: place, leadDays, cutOff }: LeadTime) => {
      const isTransfer = place !== 'supplier' && place !== orderBranch;
      const part = { place, leadDays: isTransfer ? leadDaysBetweenBranches : leadDays, cutOff };
      return promisedDay([part], now, shopConfig, orderBranch);
    };
    return {
      branch: orderBranch,
      keysAndDays: allLeadTimes.map((leadTime) => [supplyKey(leadTime), dayOf(leadTime)] as const),
    };
  });
  const days = [...new Set(daysByBranch.flatMap(({ keysAndDays }) => keysAndDays.map(([, day]) => day)))].sort();
  const branches = daysByBranch.map(({ branch, keysAndDays }) => {
    const dayIndexes = keysAndDays.map(([key, day]) => [key, days.indexOf(day)] as const);
    return [branch, Object.fromEntries(dayIndexes)] as const;
  });
  return { until: nextChange(leadTimes, shopConfig, now).toISOString(), days, branches: Object.fromEntries(branches) };
}

/** Returns when the days, or how pages name them, may change next: at midnight, when a branch closes, or at a supplier's cut-off. */
function nextChange(leadTimes: readonly LeadTime[], shopConfig: ShopConfig, now: Date): Date {
  const today = tallinnDate(now);
  const changeTimes = [startOfDay(addDays(today, 1))];
  for (const { id } of shopConfig.branches) {
    const hours = hoursOf(shopConfig, id);
    const closes = hoursOn(today, hours)?.closes;
    if (closes !== undefined) changeTimes.push(instantAt(today, closes));
    for (const { cutOff } of leadTimes) changeTimes.push(nextCutOff(now, readCutOff(cutOff), hours));
  }
  return new Date(Math.min(...changeTimes.map(Number).filter((at) => at > now.getTime())));
}

/** Returns a version that changes whenever a promised day may change: it contains today and the days from which lead times count. */
export function promiseVersion(shopConfig: ShopConfig, now: Date): string {
  const defaultCutOff = readCutOff();
  const supplierCutOffs = [...new Set(Object.values(shopConfig.cutOffs ?? {}))].map((text) => readCutOff(text));
  const starts = shopConfig.branches.flatMap(({ id }) => {
    const hours = hoursOf(shopConfig, id);
    const cutOffDays = [defaultCutOff, ...supplierCutOffs].map((cutOff) => tallinnDate(nextCutOff(now, cutOff, hours)));
    return [firstOpenDay(now, hours), ...cutOffDays];
  });
  return [tallinnDate(now), ...starts].join(' ');
}
