import { addWorkingDays, type Day, firstOpenDay } from '../calendar.ts';
import type { ShopFacts } from '../shop-facts.ts';

/** What is free at a place, less than nothing when an import found fewer than are held; lead days as the supplier gives them. */
export type Supply = { place: string; free: number; leadDays: number };

/** Tires that come from one place and are at the chosen branch after so many working days. */
export type Part = { place: string; count: number; leadDays: number };

/** A tire of another branch is brought over on the next working day. */
const betweenBranches = 1;

/** The places in the order in which tires are taken from them, with the working days until a tire is at the branch. */
function nearestFirst(supplies: readonly Supply[], chosen: string, branches: readonly string[]): Supply[] {
  const rank = (place: string) => (place === chosen ? -1 : branches.indexOf(place) + 1 || branches.length + 1);
  return supplies
    .map((supply) => {
      const ownLead = supply.place === chosen ? 0 : betweenBranches;
      return { ...supply, leadDays: branches.includes(supply.place) ? ownLead : supply.leadDays };
    })
    .sort((a, b) => rank(a.place) - rank(b.place) || a.leadDays - b.leadDays || (a.place < b.place ? -1 : 1));
}

/**
 * Takes `count` tires from the chosen branch first, then from the other branches in their order, then from suppliers
 * by lead days; several places may share. `missing` is what nobody has.
 */
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

/** The day on which the last part is at the branch, counted from the first open day. */
export function promisedDay(parts: readonly Part[], now: Date, hours: ShopFacts['hours']): Day {
  return addWorkingDays(firstOpenDay(now, hours), Math.max(0, ...parts.map(({ leadDays }) => leadDays)), hours);
}
