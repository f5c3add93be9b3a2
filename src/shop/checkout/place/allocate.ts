import { addWorkingDays, type Day, firstOpenDay, hoursOf, workingDayFrom } from '../../calendar.ts';
import { compareTexts } from '../../catalog/compare-texts.ts';
import { isSupplier, supplierAt } from '../../catalog/stock-location.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { nextCutOff, readCutOff } from '../../purchasing/order-terms.ts';
import { tallinnDate } from '../../tallinn-date.ts';

/** `free`: negative when an import found fewer tires than are held. `leadDays`: the supplier's lead time. */
export type Supply = { place: string; free: number; leadDays: number; cutOff?: string | undefined };

/** `leadDays`: working days until the tires are at the chosen branch. */
export type AllocatedPart = Omit<Supply, 'free'> & { count: number };

export const leadDaysBetweenBranches = 1;

function sortNearestFirst(supplies: readonly Supply[], chosenBranch: string, branches: readonly string[]): Supply[] {
  const rankOf = (place: string) => {
    if (place === chosenBranch) return -1;
    return branches.includes(place) ? branches.indexOf(place) : branches.length;
  };
  return supplies
    .map((supply) => {
      const leadFromBranch = supply.place === chosenBranch ? 0 : leadDaysBetweenBranches;
      return { ...supply, leadDays: branches.includes(supply.place) ? leadFromBranch : supply.leadDays };
    })
    .sort((a, b) => rankOf(a.place) - rankOf(b.place) || a.leadDays - b.leadDays || compareTexts(a.place, b.place));
}

/** Takes tires from the chosen branch first, then the other branches in their order, then suppliers by lead days and name. */
export function allocate(
  count: number,
  supplies: readonly Supply[],
  chosenBranch: string,
  branches: readonly string[],
): { parts: AllocatedPart[]; missing: number } {
  const parts: AllocatedPart[] = [];
  let missing = count;
  for (const { free, ...supply } of sortNearestFirst(supplies, chosenBranch, branches)) {
    const takenCount = Math.min(missing, Math.max(free, 0));
    if (takenCount === 0) continue;
    parts.push({ ...supply, count: takenCount });
    missing -= takenCount;
  }
  return { parts, missing };
}

/** `cutOff`: the time of day until which the supplier of this part takes orders; absent: that of `shop.cutOffs`. */
export type PromisedPart = Pick<AllocatedPart, 'place' | 'leadDays' | 'cutOff'>;

type Calendar = Pick<ShopConfig, 'hours' | 'branches' | 'cutOffs'>;

/** Returns the day on which the last part is at the branch. Lead days count from the first open day; for a supplier, from its next cut-off. */
export function promisedDay(parts: readonly PromisedPart[], now: Date, shop: Calendar, branch: string): Day {
  const hours = hoursOf(shop, branch);
  const firstDay = firstOpenDay(now, hours);
  const days = parts.map(({ place, leadDays, cutOff }) => {
    // Tires at the branch are there on any open day; transfers run on working days.
    if (!isSupplier(place))
      return leadDays === 0 ? firstDay : addWorkingDays(workingDayFrom(firstDay, hours), leadDays, hours);
    const orderedAt = nextCutOff(now, readCutOff(cutOff ?? shop.cutOffs?.[supplierAt(place)]), hours);
    return addWorkingDays(tallinnDate(orderedAt), leadDays, hours);
  });
  return [firstDay, ...days].toSorted().at(-1) ?? firstDay;
}
