import { addWorkingDays, type Day, firstOpenDay, workingDayFrom } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';

/** Free stock at a stock location, negative when an import found fewer than are held. `leadDays`: the supplier's lead time. */
export type Supply = { place: string; free: number; leadDays: number };

/** Tires from one stock location; `leadDays`: working days until they are at the chosen branch. */
export type Part = { place: string; count: number; leadDays: number };

export const leadDaysBetweenBranches = 1;

function nearestFirst(supplies: readonly Supply[], chosenBranch: string, branches: readonly string[]): Supply[] {
  const rankOf = (place: string) => {
    if (place === chosenBranch) return -1;
    return branches.includes(place) ? branches.indexOf(place) : branches.length;
  };
  return supplies
    .map((supply) => {
      const leadFromBranch = supply.place === chosenBranch ? 0 : leadDaysBetweenBranches;
      return { ...supply, leadDays: branches.includes(supply.place) ? leadFromBranch : supply.leadDays };
    })
    .sort((a, b) => rankOf(a.place) - rankOf(b.place) || a.leadDays - b.leadDays || (a.place < b.place ? -1 : 1));
}

/** Takes tires from the chosen branch first, then the other branches in their order, then suppliers by lead days. */
export function allocate(
  count: number,
  supplies: readonly Supply[],
  chosenBranch: string,
  branches: readonly string[],
): { parts: Part[]; missing: number } {
  const parts: Part[] = [];
  let missing = count;
  for (const { place, free, leadDays } of nearestFirst(supplies, chosenBranch, branches)) {
    const takenCount = Math.min(missing, Math.max(free, 0));
    if (takenCount === 0) continue;
    parts.push({ place, count: takenCount, leadDays });
    missing -= takenCount;
  }
  return { parts, missing };
}

/** Returns the working days until `count` tires can be collected at a branch; null if there are too few. */
export function daysToCollect(
  count: number,
  stock: readonly { branch: string; count: number; leadDays: number }[],
  chosenBranch: string,
  branches: readonly string[],
): number | null {
  const supplies = stock.map(({ branch, count: free, leadDays }) => ({ place: branch, free, leadDays }));
  const { parts, missing } = allocate(count, supplies, chosenBranch, branches);
  return missing > 0 ? null : longestLeadDays(parts);
}

type WithLeadDays = Pick<Part, 'leadDays'>;

/** Returns the first day on which all parts can be collected: an open day, after the working days of the longest lead time. */
export function promisedDay(parts: readonly WithLeadDays[], now: Date, hours: ShopConfig['hours']): Day {
  const leadDays = longestLeadDays(parts);
  const firstDay = firstOpenDay(now, hours);
  return leadDays === 0 ? firstDay : addWorkingDays(workingDayFrom(firstDay, hours), leadDays, hours);
}

function longestLeadDays(parts: readonly WithLeadDays[]): number {
  return Math.max(0, ...parts.map(({ leadDays }) => leadDays));
}
