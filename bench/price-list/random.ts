export type Random = () => number;

/** Mulberry32 seeded by a key, so that adding a tire to the tables does not change other tires. */
export function randomOf(key: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** `pick(random, 'V:3 W:1')` returns V with a probability of 3/4. */
export function pick(random: Random, odds: string): string {
  const choices = odds.split(' ').map((choice) => choice.split(':'));
  let remaining = random() * choices.reduce((sum, [, weight]) => sum + Number(weight), 0);
  const chosen = choices.find(([, weight]) => {
    remaining -= Number(weight);
    return remaining < 0;
  });
  return (chosen ?? choices[0])?.[0] ?? '';
}

export function pickNumber(random: Random, odds: string): number {
  return Number(pick(random, odds));
}
