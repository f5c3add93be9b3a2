export type LineLimits = {
  /** Requests that are worked on at once. */
  atOnce: () => number;
  /** Requests that wait for their turn. */
  waiting: number;
  /** Milliseconds that one waits at most. */
  waitMs: number;
  /** The same once the line has been full, until nobody waits; absent: `waitMs`. */
  crowdedMs?: number;
  /** Places, of work and of waiting together, that one address may hold. */
  ofOneAddress: number;
  /** When the next may begin once another is done: soon, but within its own turn. */
  soon?: (next: () => void) => void;
};

/** What is so now, and what has been since the start. */
export type LineCounts = { working: number; waiting: number; admitted: number; refused: number };

/** A bounded line in front of work: first come, first served; who would wait too long is refused instead. */
export type Line = {
  readonly counts: Readonly<LineCounts>;
  /** Whether who comes now from this address would be refused. */
  refuses(address: string): boolean;
  /** Calls back once: true, when the turn has come, or false. Who was admitted must leave. */
  enter(address: string, decided: (admitted: boolean) => void): void;
  leave(address: string): void;
  /** Counts somebody who was refused ahead of the line. */
  refusedAhead(): void;
};

/** Who waits, since when in ms, and what ends it. */
type Waiting = { since: number; decide: (admitted: boolean) => void };

/** `refuses` looks at the line as it is, `enter` decides; between them a request may still be arriving. */
export function openLine({ atOnce, waiting, waitMs, ofOneAddress, ...limits }: LineLimits): Line {
  const { crowdedMs = waitMs, soon = queueMicrotask } = limits;
  const counts: LineCounts = { working: 0, waiting: 0, admitted: 0, refused: 0 };
  const queue = new Set<Waiting>();
  const held = new Map<string, number>();
  let crowded = false;

  function hold(address: string, places: 1 | -1): void {
    const count = (held.get(address) ?? 0) + places;
    if (count > 0) held.set(address, count);
    else held.delete(address);
  }

  function refused(): void {
    counts.refused += 1;
    if (counts.waiting >= waiting) crowded = true;
  }

  function begin(): void {
    counts.working += 1;
    counts.admitted += 1;
  }

  /** One after another, so that what came meanwhile is seen before the second. */
  function callNext(): void {
    for (const { since, decide } of queue) {
      if (counts.working >= atOnce()) return;
      if (crowded && performance.now() - since >= crowdedMs) {
        decide(false);
        continue;
      }
      begin();
      decide(true);
      if (queue.size > 0 && counts.working < atOnce()) soon(callNext);
      return;
    }
  }

  const line: Line = {
    counts,
    refuses(address) {
      return counts.waiting >= waiting || (held.get(address) ?? 0) >= ofOneAddress;
    },
    enter(address, decided) {
      if (line.refuses(address)) {
        refused();
        return decided(false);
      }
      hold(address, 1);
      if (counts.waiting === 0 && counts.working < atOnce()) {
        begin();
        return decided(true);
      }
      const one: Waiting = {
        since: performance.now(),
        decide(admitted) {
          clearTimeout(patience);
          queue.delete(one);
          counts.waiting -= 1;
          if (queue.size === 0) crowded = false;
          if (!admitted) {
            hold(address, -1);
            counts.refused += 1;
          }
          decided(admitted);
        },
      };
      const patience = setTimeout(() => one.decide(false), waitMs);
      counts.waiting += 1;
      queue.add(one);
    },
    leave(address) {
      counts.working -= 1;
      hold(address, -1);
      if (queue.size > 0) soon(callNext);
    },
    refusedAhead: refused,
  };
  return line;
}
