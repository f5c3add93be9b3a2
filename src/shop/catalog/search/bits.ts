import type { SortOrder } from './tire-index.ts';

/** A set of positions in a catalogue, 32 bits per word. Signed, because V8 is half as fast with a Uint32Array. */
export type Bits = Int32Array;

export function emptyBits(size: number): Bits {
  return new Int32Array((size + 31) >>> 5);
}

export function hasBit(bits: Bits, position: number): boolean {
  return (((bits[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

export function setBit(bits: Bits, position: number): void {
  const word = position >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  const word = position >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (position & 31));
}

function intersect(a: Bits, b: Bits, target: Bits): Bits {
  for (let word = 0; word < a.length; word += 1) target[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return target;
}

/** Returns the bits of `a` that are not in `b`. The result is valid until the next call. */
export function subtract(a: Bits, b: Bits): Bits {
  const target = reusedBits(scratchSlot, a.length);
  for (let word = 0; word < a.length; word += 1) target[word] = (a[word] ?? 0) & ~(b[word] ?? 0);
  return target;
}

/** Every query reuses these sets: collecting new ones as garbage would take longer than the query itself. */
const buffers: Bits[] = [];
/** Of `subtract` and `pageOfGroups`, which are never in use at the same time. */
const scratchSlot = 0;
const allSlot = 1;
const firstMaskSlot = 2;

function reusedBits(slot: number, words: number): Bits {
  const buffer = buffers[slot];
  if (buffer?.length === words) return buffer;
  const newBuffer = new Int32Array(words);
  buffers[slot] = newBuffer;
  return newBuffer;
}

/** Contains positions from `first` up to, not including, `end`. */
export function bitRange(size: number, first: number, end: number): Bits {
  const bits = emptyBits(size);
  if (first >= end) return bits;
  const last = end - 1;
  const firstWord = first >>> 5;
  const lastWord = last >>> 5;
  bits.fill(-1, firstWord, lastWord + 1);
  bits[firstWord] = (bits[firstWord] ?? 0) & (0xffffffff << (first & 31));
  bits[lastWord] = (bits[lastWord] ?? 0) & (0xffffffff >>> (31 - (last & 31)));
  return bits;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const ones = bits[word] ?? 0;
    if (ones !== 0) count += countOnes(ones);
  }
  return count;
}

export function countIntersection(a: Bits, b: Bits): number {
  let count = 0;
  for (let word = 0; word < a.length; word += 1) {
    const ones = (a[word] ?? 0) & (b[word] ?? 0);
    if (ones !== 0) count += countOnes(ones);
  }
  return count;
}

/** Counts the ones of a word by adding pairs, fours and eights of bits in parallel (Hacker's Delight, 5-1). */
function countOnes(word: number): number {
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

/** Writes the positions of a set into `target`, ascending, and returns their number. */
export function listBits(bits: Bits, target: Int32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    const first = word << 5;
    for (let ones = bits[word] ?? 0; ones !== 0; ones &= ones - 1) {
      target[count] = first + lowestOne(ones);
      count += 1;
    }
  }
  return count;
}

export function pageOfBits(bits: Bits, offset: number, limit: number): number[] {
  const positions: number[] = [];
  let skip = offset;
  for (let word = 0; word < bits.length && positions.length < limit; word += 1) {
    let ones = bits[word] ?? 0;
    if (ones === 0) continue;
    const onesInWord = countOnes(ones);
    if (skip >= onesInWord) {
      skip -= onesInWord;
      continue;
    }
    for (; ones !== 0 && positions.length < limit; ones &= ones - 1) {
      if (skip > 0) skip -= 1;
      else positions.push((word << 5) + lowestOne(ones));
    }
  }
  return positions;
}

/** As `pageOfBits`, but sorted by group: positions of the first group first. Positions in no group are left out. */
export function pageOfGroups(groups: readonly Bits[], bits: Bits, offset: number, limit: number): number[] {
  const page: number[] = [];
  let skip = offset;
  for (const group of groups) {
    if (page.length >= limit) break;
    const count = countIntersection(group, bits);
    if (skip < count) {
      const bitsOfGroup = intersect(group, bits, reusedBits(scratchSlot, bits.length));
      const pageOfGroup = pageOfBits(bitsOfGroup, skip, limit - page.length);
      // Not as arguments of one `push`: a list can be longer than the number of arguments that JavaScript allows.
      for (const position of pageOfGroup) page.push(position);
    }
    skip = Math.max(0, skip - count);
  }
  return page;
}

/** Sorting one position takes as long as scanning this many positions of a stored order. */
const sortingCost = 5;

/** As `pageOfBits`, in a stored order: sorts a small set, scans the order for a large one. `total`: the size of the set. */
export function sortedPageOfBits(order: SortOrder, bits: Bits, total: number, offset: number, limit: number): number[] {
  const { positions, ranks } = order;
  const end = Math.min(total, offset + limit);
  const expectedScans = (positions.length * end) / Math.max(1, total);
  if (total * sortingCost <= expectedScans) {
    const sorted = Uint32Array.from(pageOfBits(bits, 0, total), (position) => ranks[position] ?? 0).sort();
    return Array.from(sorted.subarray(offset, end), (rank) => positions[rank] ?? 0);
  }
  const page: number[] = [];
  let seen = 0;
  for (const position of positions) {
    if (seen >= end) break;
    if (!hasBit(bits, position)) continue;
    if (seen >= offset) page.push(position);
    seen += 1;
  }
  return page;
}

type AllowedPositions<F> = { field: F; bits: Bits; size: number };

/** `all`: the positions that all constraints allow; `without`: by field, those that all constraints of other fields allow. Valid until the next call. */
export function intersectConstraints<F>(
  sellable: Bits,
  constraints: readonly AllowedPositions<F>[],
): { all: Bits; without: ReadonlyMap<F, Bits> } {
  // Smallest set first: most words are then zero after two constraints.
  const smallestFirst = constraints.toSorted((a, b) => a.size - b.size);
  const [first, second, ...others] = smallestFirst;
  if (!first) return { all: sellable, without: new Map() };
  const all = reusedBits(allSlot, sellable.length);
  if (!second) return { all: intersect(sellable, first.bits, all), without: new Map([[first.field, sellable]]) };
  all.fill(0);
  const masks = smallestFirst.map(({ field, bits }, index) => {
    return { field, bits, mask: reusedBits(firstMaskSlot + index, sellable.length).fill(0) };
  });
  for (let word = 0; word < sellable.length; word += 1) {
    const inFirst = first.bits[word] ?? 0;
    const inSecond = second.bits[word] ?? 0;
    const sellableWord = sellable[word] ?? 0;
    // The positions that all constraints so far allow, and those that all but one of them allow.
    let allowedByAll = sellableWord & inFirst & inSecond;
    let allowedByAllButOne = sellableWord & (inFirst ^ inSecond);
    for (let index = 0; index < others.length && (allowedByAll | allowedByAllButOne) !== 0; index += 1) {
      const allowed = others[index]?.bits[word] ?? 0;
      const excludedFirstHere = allowedByAll & ~allowed;
      allowedByAllButOne = (allowedByAllButOne & allowed) | excludedFirstHere;
      allowedByAll &= allowed;
    }
    if ((allowedByAll | allowedByAllButOne) === 0) continue;
    all[word] = allowedByAll;
    for (const { bits, mask } of masks) {
      const excludedByThisOnly = allowedByAllButOne & ~(bits[word] ?? 0);
      mask[word] = allowedByAll | excludedByThisOnly;
    }
  }
  return { all, without: new Map(masks.map(({ field, mask }) => [field, mask])) };
}
