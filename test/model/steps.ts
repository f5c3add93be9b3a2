/** The acts of buyers, banks, jobs and employees, with their relative frequency. */
const weights = {
  place: 8,
  repeat: 4,
  pay: 12,
  returnFromBank: 4,
  payAgain: 7,
  repeatPayAgain: 2,
  cancel: 3,
  authorize: 4,
  void: 2,
  payLate: 3,
  abandon: 1,
  dispute: 1,
  deliver: 8,
  deliverAgain: 3,
  fault: 5,
  settleRefund: 6,
  slowRefunds: 2,
  minutes: 5,
  hours: 4,
  days: 3,
  release: 5,
  poll: 5,
  reconcile: 1,
  jobs: 10,
  allAtOnce: 3,
  markPaid: 4,
  markPaidByBank: 4,
  markPaidInPart: 3,
  markReady: 3,
  complete: 3,
  cancelAndRefund: 3,
  refundPart: 4,
  refundAll: 3,
  markRefunded: 2,
  erase: 2,
  countStock: 8,
  countTires: 8,
  moveTransfer: 5,
} as const;

export type Act = keyof typeof weights;

export type Step = {
  act: Act;
  /** Selects the order or payment. */
  pick: number;
  /** Selects the variant of the act. */
  how: number;
  /** The point at which the process is killed (killable.ts). 0: it is not killed. */
  killPoint: number;
};

const weightedActs = Object.entries(weights).flatMap(([act, weight]) => Array<Act>(weight).fill(act as Act));

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The steps of a seed, independent of their results; the first places an order. */
export function stepsOf(seed: number, count = 36): Step[] {
  const next = numbers(seed);
  const integerBelow = (below: number) => Math.floor(next() * below);
  return Array.from({ length: count }, (_, n) => {
    const drawn = weightedActs[integerBelow(weightedActs.length)] ?? 'place';
    const chance = integerBelow(100);
    return {
      act: n === 0 ? 'place' : drawn,
      pick: integerBelow(1000),
      how: integerBelow(1000),
      killPoint: chance < 12 ? 1 + (chance % 6) : 0,
    };
  });
}

export function stepText({ act, pick, how, killPoint }: Step): string {
  return `${act}(${pick}, ${how})${killPoint ? ` killed at ${killPoint}` : ''}`;
}
