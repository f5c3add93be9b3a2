/** A set of positions in a catalogue, one bit each, 32 to a word. With signs: without, V8 needs twice the time. */
export type Bits = Int32Array;

/** The empty set of `size` positions. */
export function noBits(size: number): Bits {
  return new Int32Array((size + 31) >>> 5);
}

export function hasBit(bits: Bits, position: number): boolean {
  return (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

export function setBit(bits: Bits, position: number, on = true): void {
  const word = position >>> 5;
  const bit = 1 << (position & 31);
  bits[word] = on ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit;
}

/** The positions that are in both, written into a set that is there already. */
export function both(a: Bits, b: Bits, into: Bits): Bits {
  for (let word = 0; word < a.length; word += 1) into[word] = (a[word] as number) & (b[word] as number);
  return into;
}

/** The positions of `a` that are not in `b`, written into a set that is there already. */
export function without(a: Bits, b: Bits, into: Bits): Bits {
  for (let word = 0; word < a.length; word += 1) into[word] = (a[word] as number) & ~(b[word] as number);
  return into;
}

const rooms: Bits[] = [];

/**
 * One of a few sets that are used over and over, with whatever was in it last: a query that made its own would keep the
 * collector busier than itself. Good until the same `number` is asked for again.
 */
export function room(number: number, words: number): Bits {
  const there = rooms[number];
  if (there?.length === words) return there;
  const made = new Int32Array(words);
  rooms[number] = made;
  return made;
}

/** The positions from `first` up to, not with, `end`. */
export function bitRange(size: number, first: number, end: number): Bits {
  const bits = noBits(size);
  if (first >= end) return bits;
  const from = first >>> 5;
  const to = (end - 1) >>> 5;
  bits.fill(-1, from, to + 1);
  bits[from] = (bits[from] ?? 0) & (0xffffffff << (first & 31));
  bits[to] = (bits[to] ?? 0) & (0xffffffff >>> (31 - ((end - 1) & 31)));
  return bits;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const ones = bits[word] as number;
    if (ones !== 0) count += onesIn(ones);
  }
  return count;
}

/** How many positions are in both sets. */
export function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let word = 0; word < a.length; word += 1) {
    const ones = (a[word] as number) & (b[word] as number);
    if (ones !== 0) count += onesIn(ones);
  }
  return count;
}

/** The ones among 32 bits, in pairs, fours, eights (Hacker's Delight, 5-1). */
export function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The first position of a set, or -1. */
export function firstBit(bits: Bits): number {
  for (let word = 0; word < bits.length; word += 1) {
    const ones = bits[word] as number;
    if (ones !== 0) return (word << 5) + lowestOf(ones);
  }
  return -1;
}

/** The last position of a set, or -1. */
export function lastBit(bits: Bits): number {
  for (let word = bits.length - 1; word >= 0; word -= 1) {
    const ones = bits[word] as number;
    if (ones !== 0) return (word << 5) + 31 - Math.clz32(ones);
  }
  return -1;
}

/** Where the lowest one of a word stands. */
export function lowestOf(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** `limit` positions of a set in their order, after the first `offset`. Whole words are skipped. */
export function bitsFrom(bits: Bits, offset: number, limit: number): number[] {
  const found: number[] = [];
  let skip = offset;
  for (let word = 0; word < bits.length && found.length < limit; word += 1) {
    let ones = bits[word] as number;
    if (ones === 0) continue;
    const here = onesIn(ones);
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; ones !== 0 && found.length < limit; ones &= ones - 1) {
      if (skip > 0) skip -= 1;
      else found.push((word << 5) + lowestOf(ones));
    }
  }
  return found;
}
