import { type Pace, paceOf } from './pace.ts';

export type LineLimits = {
  /** Requests that are worked on at once. */
  atOnce: () => number;
  /** Requests that wait for their turn. */
  waiting: number;
  /** Milliseconds that one waits at most. */
  waitMs: number;
  /** Milliseconds in which who begins to wait has to be served as the line moves, or is refused instead; absent: whatever it takes. */
  withinMs?: number;
  /** Places, of work and of waiting together, that one address may hold. */
  ofOneAddress: number;
  /** When the next may begin once another is done: soon, but within its own turn. */
  soon?: (next: () => void) => void;
  /** How quickly this line moves; given in tests. */
  pace?: Pace;
};

/** So many may wait however slowly a line moves: while nobody does, it cannot be seen to move faster. */
const fewest = 2;

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

/** `refuses` looks at the line as it is, `enter` decides; between them a request may still be arriving. */
export function openLine(limits: LineLimits): Line {
  const { atOnce, waitMs, withinMs, ofOneAddress, soon = queueMicrotask, pace = paceOf() } = limits;
  const counts: LineCounts = { working: 0, waiting: 0, admitted: 0, refused: 0 };
  const queue = new Set<() => void>();
  const held = new Map<string, number>();

  function hold(address: string, places: 1 | -1): void {
    const count = (held.get(address) ?? 0) + places;
    if (count > 0) held.set(address, count);
    else held.delete(address);
  }

  function mayWait(): number {
    return withinMs === undefined ? limits.waiting : Math.min(limits.waiting, Math.max(fewest, pace.within(withinMs)));
  }

  function begin(): void {
    counts.working += 1;
    counts.admitted += 1;
  }

  /** One after another, so that what came meanwhile is seen before the second. */
  function callNext(): void {
    const [turn] = queue;
    if (!turn || counts.working >= atOnce()) return;
    begin();
    turn();
    if (queue.size > 0 && counts.working < atOnce()) soon(callNext);
  }

  const line: Line = {
    counts,
    refuses(address) {
      return counts.waiting >= mayWait() || (held.get(address) ?? 0) >= ofOneAddress;
    },
    enter(address, decided) {
      if (line.refuses(address)) {
        counts.refused += 1;
        return decided(false);
      }
      hold(address, 1);
      if (counts.waiting === 0 && counts.working < atOnce()) {
        begin();
        return decided(true);
      }
      const over = () => {
        clearTimeout(patience);
        queue.delete(turn);
        counts.waiting -= 1;
      };
      const turn = () => {
        over();
        decided(true);
      };
      const patience = setTimeout(() => {
        over();
        hold(address, -1);
        counts.refused += 1;
        decided(false);
      }, waitMs);
      counts.waiting += 1;
      queue.add(turn);
    },
    leave(address) {
      counts.working -= 1;
      hold(address, -1);
      pace.done(queue.size > 0);
      if (queue.size > 0) soon(callNext);
    },
    refusedAhead() {
      counts.refused += 1;
    },
  };
  return line;
}
