import { addWorkingDays, type Day, firstOpenDay } from '../../calendar.ts';
import type { ShopConfig } from '../../shop-config.ts';

/** Free stock of a place: negative when an import found fewer than are held. Lead days as given by the supplier. */
export type Supply = { place: string; free: number; leadDays: number };

/** Tires of one place; `leadDays`: working days until they are at the chosen branch. */
export type Part = { place: string; count: number; leadDays: number };

const leadDaysBetweenBranches = 1;

function nearestFirst(supplies: readonly Supply[], chosen: string, branches: readonly string[]): Supply[] {
  const rank = (place: string) => (place === chosen ? -1 : branches.indexOf(place) + 1 || branches.length + 1);
  return supplies
    .map((supply) => {
      const ownLead = supply.place === chosen ? 0 : leadDaysBetweenBranches;
      return { ...supply, leadDays: branches.includes(supply.place) ? ownLead : supply.leadDays };
    })
    .sort((a, b) => rank(a.place) - rank(b.place) || a.leadDays - b.leadDays || (a.place < b.place ? -1 : 1));
}

/** Takes tires from the chosen branch first, then the other branches in their order, then suppliers by lead days. */
export function allocate(
  count: number,
  supplies: readonly Supply[],
  chosen: string,
  branches: readonly string[],
): { parts: Part[]; missing: number } {
  const parts: Part[] = [];
  let missing = count;
  for (const { place, free, leadDays } of nearestFirst(supplies, chosen, branches)) {
    const taken = Math.min(missing, Math.max(free, 0));
    if (taken === 0) continue;
    parts.push({ place, count: taken, leadDays });
    missing -= taken;
  }
  return { parts, missing };
}

export function promisedDay(parts: readonly Part[], now: Date, hours: ShopConfig['hours']): Day {
  return addWorkingDays(firstOpenDay(now, hours), Math.max(0, ...parts.map(({ leadDays }) => leadDays)), hours);
}
