/** What a caller may ask for; faults are planned for one of them. */
export type Operation = 'methods' | 'start' | 'fetch' | 'refund';

/**
 * `timeout`, `reset-after-send`, `500`, `garbage` and `no-url` strike when the work is done already, as they may in
 * truth; `down` leaves it undone: 503 with Retry-After.
 */
export type FaultKind = 'timeout' | 'reset-after-send' | '500' | 'garbage' | 'no-url' | 'down';

export type Fail = (kind: FaultKind, plan: { on: Operation; times?: number }) => Promise<void>;
type Fault = { kind: FaultKind; struck: () => void };

/** Faults in the order in which they were planned. `fail` resolves when its fault has struck for the first time. */
export function faultPlan(): { fail: Fail; next: (operation: Operation) => Fault | null } {
  const planned: (Fault & { on: Operation; left: number })[] = [];
  return {
    fail: (kind, { on, times = 1 }) =>
      new Promise((struck) => {
        planned.push({ kind, on, left: times, struck });
      }),
    next(operation) {
      const fault = planned.find(({ on, left }) => on === operation && left > 0);
      if (!fault) return null;
      fault.left -= 1;
      return fault;
    },
  };
}
