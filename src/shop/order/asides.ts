/** The latest shelf of a line, and how many of its pieces are put aside. */
export type Aside = { shelf: string | null; aside: number };

type Handling = { kind: string; count: number; shelf: string | null };

/**
 * Returns what is put aside of a line. `handlings`: those put aside, handed over or swapped under warranty, in their order. Pieces
 * that are put aside are handed over before others.
 */
export function asideOf(handlings: readonly Handling[]): Aside {
  const shelf = handlings.findLast(({ kind, count }) => kind === 'put_aside' && count > 0)?.shelf ?? null;
  return { shelf, aside: asideAfter(handlings) };
}

function asideAfter(handlings: readonly Handling[]): number {
  let aside = 0;
  let takenFromAside = 0;
  let swapped = 0;
  for (const { kind, count } of handlings) {
    if (kind === 'put_aside') aside += count;
    // A swap takes a faulty tire back, then hands over one that was not put aside.
    else if (kind === 'taken_back') swapped = count;
    else {
      const taken = count - swapped;
      // A negative count undoes a hand-over: the pieces that were put aside before it are so again.
      const fromAside = taken > 0 ? Math.min(aside, taken) : -Math.min(takenFromAside, -taken);
      aside -= fromAside;
      takenFromAside += fromAside;
      swapped = 0;
    }
  }
  return Math.max(0, aside);
}
