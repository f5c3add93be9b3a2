import { stableHash } from '../../../shop/catalog/tire/tire-image.ts';

export type Chance = {
  between(min: number, max: number): number;
  oneOf<T>(options: readonly [T, ...T[]]): T;
};

/** Returns choices that are the same for the same name (the mulberry32 generator). */
export function chanceOf(name: string): Chance {
  let state = stableHash(name);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return { between, oneOf: (options) => options[between(0, options.length - 1)] ?? options[0] };
}
