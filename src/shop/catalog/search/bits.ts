/** A set of positions in a catalogue, one bit each, 32 to a word. Signed: V8 takes twice the time for a Uint32Array. */
export type Bits = Int32Array;

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

export function intersect(a: Bits, b: Bits, into: Bits): Bits {
  for (let word = 0; word < a.length; word += 1) into[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return into;
}

export function subtract(a: Bits, b: Bits, into: Bits): Bits {
  for (let word = 0; word < a.length; word += 1) into[word] = (a[word] ?? 0) & ~(b[word] ?? 0);
  return into;
}

const buffers: Bits[] = [];

/**
 * A set to write into, which holds its last content until the next call with the same `slot`. A new set for each query
 * costs more time in garbage collection than the query itself.
 */
export function reusedBits(slot: number, words: number): Bits {
  const buffer = buffers[slot];
  if (buffer?.length === words) return buffer;
  const made = new Int32Array(words);
  buffers[slot] = made;
  return made;
}

/** The positions from `first` up to, not including, `end`. */
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
    const ones = bits[word] ?? 0;
    if (ones !== 0) count += onesIn(ones);
  }
  return count;
}

export function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let word = 0; word < a.length; word += 1) {
    const ones = (a[word] ?? 0) & (b[word] ?? 0);
    if (ones !== 0) count += onesIn(ones);
  }
  return count;
}

/** The ones among 32 bits, in pairs, fours, eights (Hacker's Delight, 5-1). */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function firstBit(bits: Bits): number {
  const word = bits.findIndex((ones) => ones !== 0);
  return word < 0 ? -1 : (word << 5) + lowestOne(bits[word] ?? 0);
}

export function lastBit(bits: Bits): number {
  const word = bits.findLastIndex((ones) => ones !== 0);
  return word < 0 ? -1 : (word << 5) + 31 - Math.clz32(bits[word] ?? 0);
}

function lowestOne(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Writes all positions of a set into `into` in their order; returns how many there are. */
export function listBits(bits: Bits, into: Int32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const first = word << 5;
    for (let ones = bits[word] ?? 0; ones !== 0; ones &= ones - 1) {
      into[count] = first + lowestOne(ones);
      count += 1;
    }
  }
  return count;
}

/** `limit` positions of a set in their order, after the first `offset`. Skips whole words. */
export function bitsFrom(bits: Bits, offset: number, limit: number): number[] {
  const found: number[] = [];
  let skip = offset;
  for (let word = 0; word < bits.length && found.length < limit; word += 1) {
    let ones = bits[word] ?? 0;
    if (ones === 0) continue;
    const here = onesIn(ones);
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; ones !== 0 && found.length < limit; ones &= ones - 1) {
      if (skip > 0) skip -= 1;
      else found.push((word << 5) + lowestOne(ones));
    }
  }
  return found;
}
