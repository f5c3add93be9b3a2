import { timelineOfHistory, walPositionOf } from './wal-names.ts';

export const dayMs = 24 * 60 * 60 * 1000;

type DatedBase = { name: string; at: Date; startWal: string };

/** Finds files that are not needed to restore any time in the last `days` days. The newest base and all timeline histories stay. */
export function findPrunable(
  { bases, wal }: { bases: readonly DatedBase[]; wal: readonly string[] },
  { now, days }: { now: Date; days: number },
): { bases: string[]; wal: string[] } {
  const newestFirst = bases.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const restorableFrom = now.getTime() - days * dayMs;
  // A restore to a time right after `restorableFrom` needs the newest base before it.
  const newestOldIndex = newestFirst.findIndex(({ at }) => at.getTime() <= restorableFrom);
  const kept = newestOldIndex < 0 ? newestFirst : newestFirst.slice(0, newestOldIndex + 1);
  const oldestNeeded = kept.map(({ startWal }) => walPositionOf(startWal)).sort()[0];
  if (oldestNeeded === undefined) return { bases: [], wal: [] };
  return {
    bases: newestFirst.slice(kept.length).map(({ name }) => name),
    wal: wal.filter((name) => timelineOfHistory(name) === null && walPositionOf(name) < oldestNeeded),
  };
}
