import { compareTexts } from '../../compare-texts.ts';

/** `free`: negative when an import found fewer tires than are held. `leadDays`: the supplier's lead time. */
export type Supply = { place: string; free: number; leadDays: number; cutOff?: string | undefined };

/** `leadDays`: working days until the tires are at the chosen branch. */
export type Part = Omit<Supply, 'free'> & { count: number };

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
): { parts: Part[]; missing: number } {
  const parts: Part[] = [];
  let missing = count;
  for (const { free, ...supply } of sortNearestFirst(supplies, chosenBranch, branches)) {
    const takenCount = Math.min(missing, Math.max(free, 0));
    if (takenCount === 0) continue;
    parts.push({ ...supply, count: takenCount });
    missing -= takenCount;
  }
  return { parts, missing };
}
