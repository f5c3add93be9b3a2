/** `moment`: at which it was exact; `exactAt`: when that was last seen; `lookedAt`: when somebody was last sent to look; in ms. */
export type Fresh = { moment: string; exactAt: number; lookedAt: number };

/** Milliseconds in which an answer may be sent that was exact before them: what browsers and CDNs do by its headers, too. */
const latelyMs = 20_000;

/** Milliseconds after which somebody looks whether it still is, and between two who do. */
const lookAfterMs = 10_000;
const lookEveryMs = 1_000;

/** How long ago answers were exact. `moment` names it: as long as it is the same, what was exact is. `clock`: in ms. */
export function freshness(moment: () => string, clock: () => number) {
  return {
    /** What is seen to be exact just now. */
    now: (): Fresh => ({ moment: moment(), exactAt: clock(), lookedAt: Number.NEGATIVE_INFINITY }),

    isExact(entry: Fresh): boolean {
      if (entry.moment !== moment()) return false;
      entry.exactAt = clock();
      return true;
    },

    /** Was it exact a moment ago? With `mayLook` one who asks in a second is told no once it is older. */
    isLate(entry: Fresh, mayLook: boolean): boolean {
      const now = clock();
      const age = now - entry.exactAt;
      if (age >= latelyMs) return false;
      const looks = mayLook && age >= lookAfterMs && now - entry.lookedAt >= lookEveryMs;
      if (looks) entry.lookedAt = now;
      return !looks;
    },
  };
}
