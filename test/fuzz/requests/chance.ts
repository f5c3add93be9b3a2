import { numbers } from '../../model/steps.ts';

/** Random choices for one request, determined by seed and number. */
export type Chance = {
  /** An integer from 0 to `limit` - 1. */
  integerBelow(limit: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
};

export function chanceOf(seed: number, n: number): Chance {
  // Primes, so that requests with other seeds or numbers get other sequences.
  const next = numbers(seed * 1_000_003 + n * 7_919);
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    integerBelow,
    happens: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[integerBelow(items.length)] as T;
    },
  };
}

/** A random UUID of version 4. */
export function uuid({ integerBelow }: Chance): string {
  const hex = Array.from({ length: 32 }, () => integerBelow(16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
