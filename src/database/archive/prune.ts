import { positionOf, timelineOfHistory } from './wal-names.ts';

export const dayMs = 24 * 60 * 60 * 1000;

type PrunedBase = { name: string; at: Date; startWal: string };

/**
 * Returns the base backups and WAL files that can be removed while the archive still restores to any time of the last `days` days. The
 * newest base always stays; without a base, all WAL stays. Histories of timelines stay: they are small.
 */
export function prunable(
  { bases, wal }: { bases: readonly PrunedBase[]; wal: readonly string[] },
  { now, days }: { now: Date; days: number },
): { bases: string[]; wal: string[] } {
  const newestFirst = bases.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const limit = now.getTime() - days * dayMs;
  // The newest base before the limit is needed for the times right after the limit.
  const firstOld = newestFirst.findIndex(({ at }) => at.getTime() <= limit);
  const kept = firstOld < 0 ? newestFirst : newestFirst.slice(0, firstOld + 1);
  const needed = kept.map(({ startWal }) => positionOf(startWal)).sort()[0];
  if (needed === undefined) return { bases: [], wal: [] };
  return {
    bases: newestFirst.slice(kept.length).map(({ name }) => name),
    wal: wal.filter((name) => timelineOfHistory(name) === null && positionOf(name) < needed),
  };
}
