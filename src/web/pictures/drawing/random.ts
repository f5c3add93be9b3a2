import { stableHash } from '../../../shop/catalog/tire/tire-image.ts';

export type Random = {
  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  oneOf<T>(options: readonly [T, ...T[]]): T;
};

/** Returns a pseudo-random generator (mulberry32) that makes the same choices for the same seed. */
export function seededRandom(seed: string): Random {
  let state = stableHash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { between, oneOf: (options) => options[between(0, options.length - 1)] ?? options[0] };
}
