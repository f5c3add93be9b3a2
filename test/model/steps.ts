export type Step = {
  /** A name of `acts` in act-table.ts. */
  act: string;
  /** Selects the order or payment. */
  pick: number;
  /** Selects the variant of the act. */
  variant: number;
  /** The point at which the process is killed (killable.ts). 0: it is not killed. */
  killPoint: number;
};

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

/** The steps of a seed, independent of their results; the first places an order. Acts are drawn by their weights. */
export function stepsOf(seed: number, weights: Readonly<Record<string, number>>, count: number): Step[] {
  const acts = Object.entries(weights).flatMap(([act, weight]) => Array<string>(weight).fill(act));
  const next = numbers(seed);
  const integerBelow = (below: number) => Math.floor(next() * below);
  return Array.from({ length: count }, (_, n) => {
    const drawn = acts[integerBelow(acts.length)] ?? 'place';
    const chance = integerBelow(100);
    return {
      act: n === 0 ? 'place' : drawn,
      pick: integerBelow(1000),
      variant: integerBelow(1000),
      killPoint: chance < 12 ? 1 + (chance % 6) : 0,
    };
  });
}

export function stepText({ act, pick, variant, killPoint }: Step): string {
  return `${act}(${pick}, ${variant})${killPoint ? ` killed at ${killPoint}` : ''}`;
}
