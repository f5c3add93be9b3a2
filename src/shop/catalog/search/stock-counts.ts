import { availabilityRank } from '../tire/availability-rank.ts';
import type { Tire } from '../tire/tire.ts';
import { type Bits, clearBit, countBits, emptyBits, firstBit, hasBit, listBits, setBit, subtract } from './bits.ts';
import { type Column, type FactName, factNames, type TireIndex, tiresBetweenYields } from './tire-index.ts';

/** The sellable tires of an index, their number (`total`), and how many of them have each value (`totals[value]`). A sale changes them. In this file, a value is its number in the index. */
export type StockCounts = {
  sellable: Bits;
  branches: Map<string, Bits>;
  /** The tires by `availabilityRank`; each is in one set. */
  ranks: Map<number, Bits>;
  total: number;
  totals: Int32Array;
  /** `[value * valueCount + otherValue]`: how many have both; null: too many values. */
  pairs: Int32Array | null;
  /** `[block * valueCount + value]`: `totals` of the tires at positions before `block * blockSize`; null if `pairs` is. */
  totalsBeforeBlock: Int32Array | null;
};

const blockSize = 1_024;

/** With more values, the table of pairs would take over 16 MB. */
const maxValuesForPairs = 2_000;

export function* countStock(index: TireIndex, tires: readonly Tire[]): Generator<void, StockCounts> {
  const { size, values } = index;
  const fitsInMemory = values.length <= maxValuesForPairs;
  const counts: StockCounts = {
    sellable: emptyBits(size),
    branches: new Map(),
    ranks: new Map(),
    total: 0,
    totals: new Int32Array(values.length),
    pairs: fitsInMemory ? new Int32Array(values.length ** 2) : null,
    totalsBeforeBlock: fitsInMemory ? new Int32Array((Math.ceil(size / blockSize) + 1) * values.length) : null,
  };
  for (const [position, tire] of tires.entries()) {
    setBranchesAndRank(counts, size, position, tire);
    if (tire.available > 0) changeCounts(index, counts, position, 1);
    if ((position + 1) % blockSize === 0)
      counts.totalsBeforeBlock?.set(counts.totals, ((position + 1) / blockSize) * values.length);
    if (position % tiresBetweenYields === 0) yield;
  }
  counts.totalsBeforeBlock?.set(counts.totals, Math.ceil(size / blockSize) * values.length);
  return counts;
}

/** Returns the counts after the stock at `positions` has changed; `tires` have the new stock. Does not change `before`. */
export function recount(
  index: TireIndex,
  before: StockCounts,
  tires: readonly Tire[],
  positions: readonly number[],
): StockCounts {
  const counts = { ...before, branches: copySets(before.branches), ranks: copySets(before.ranks) };
  for (const position of positions) {
    const tire = tires[position];
    if (tire) setBranchesAndRank(counts, index.size, position, tire);
  }
  for (const [rank, bits] of counts.ranks) {
    const isEmpty = firstBit(bits) < 0;
    if (isEmpty) counts.ranks.delete(rank);
  }
  const isSellable = (position: number) => (tires[position]?.available ?? 0) > 0;
  const changedPositions = positions.filter((position) => hasBit(before.sellable, position) !== isSellable(position));
  if (changedPositions.length === 0) return counts;
  counts.sellable = before.sellable.slice();
  counts.totals = before.totals.slice();
  counts.pairs = before.pairs?.slice() ?? null;
  counts.totalsBeforeBlock = before.totalsBeforeBlock?.slice() ?? null;
  for (const position of changedPositions) {
    const change = isSellable(position) ? 1 : -1;
    changeCounts(index, counts, position, change);
    changeTotalsBeforeBlock(index, counts.totalsBeforeBlock, position, change);
  }
  return counts;
}

function copySets<Key>(sets: Map<Key, Bits>): Map<Key, Bits> {
  return new Map([...sets].map(([key, bits]) => [key, bits.slice()]));
}

function setBranchesAndRank({ branches, ranks }: StockCounts, size: number, position: number, tire: Tire): void {
  const branchesOfTire = tire.stock.flatMap(({ branch }) => (branch === 'supplier' ? [] : [branch]));
  setOnlyIn(branches, branchesOfTire, size, position);
  setOnlyIn(ranks, [availabilityRank(tire)], size, position);
}

function setOnlyIn<Key>(sets: Map<Key, Bits>, keys: readonly Key[], size: number, position: number): void {
  for (const bits of sets.values()) clearBit(bits, position);
  for (const key of keys) {
    const bits = sets.get(key) ?? emptyBits(size);
    sets.set(key, bits);
    setBit(bits, position);
  }
}

function changeCounts(index: TireIndex, counts: StockCounts, position: number, change: 1 | -1): void {
  const { totals, pairs } = counts;
  const values = valuesAt(index, position);
  if (change === 1) setBit(counts.sellable, position);
  else clearBit(counts.sellable, position);
  counts.total += change;
  for (const value of values) {
    totals[value] = (totals[value] ?? 0) + change;
    if (!pairs) continue;
    const row = value * index.values.length;
    for (const otherValue of values) pairs[row + otherValue] = (pairs[row + otherValue] ?? 0) + change;
  }
}

function changeTotalsBeforeBlock(
  index: TireIndex,
  totalsBeforeBlock: Int32Array | null,
  position: number,
  change: 1 | -1,
): void {
  if (!totalsBeforeBlock) return;
  const last = Math.ceil(index.size / blockSize);
  const values = valuesAt(index, position);
  for (let block = Math.floor(position / blockSize) + 1; block <= last; block += 1) {
    for (const value of values) {
      const cell = block * index.values.length + value;
      totalsBeforeBlock[cell] = (totalsBeforeBlock[cell] ?? 0) + change;
    }
  }
}

/** Two buffers, reused to avoid garbage collection. Their content is valid until the next call. */
const valuesBuffer = new Uint32Array(factNames.length);
let positionsBuffer = new Int32Array(0);

function valuesAt({ columns }: TireIndex, position: number): Uint32Array {
  for (const [index, fact] of factNames.entries()) valuesBuffer[index] = columns[fact][position] ?? 0;
  return valuesBuffer;
}

/** What a filter allows: values of one fact, a range of positions, or other positions, such as those of tires at a branch. */
export type AllowedSet =
  | { kind: 'values'; values: readonly number[] }
  | { kind: 'range'; range: Range }
  | { kind: 'positions' };

type Range = { first: number; end: number };

/** Counts sellable tires by value, at least for the facts `neededFacts`. `mask`: the positions that all constraints allow. */
export function countValues(
  index: TireIndex,
  counts: StockCounts,
  constraints: readonly AllowedSet[],
  mask: Bits,
  neededFacts: readonly FactName[],
): Int32Array {
  const [firstConstraint, secondConstraint] = constraints;
  if (!firstConstraint) return counts.totals;
  if (!secondConstraint) {
    const { pairs, totalsBeforeBlock } = counts;
    if (firstConstraint.kind === 'values' && pairs)
      return sumOfPairs(pairs, firstConstraint.values, index.values.length);
    if (firstConstraint.kind === 'range' && totalsBeforeBlock)
      return sumOfRange(index, counts, totalsBeforeBlock, firstConstraint.range);
  }
  // Goes through as few tires as possible: adds up the allowed ones, or subtracts the others from all.
  const isSmallerHalf = countBits(mask) * 2 <= counts.total;
  if (isSmallerHalf) return addTires(index, mask, neededFacts, 1, new Int32Array(index.values.length));
  const notAllowed = subtract(counts.sellable, mask);
  return addTires(index, notAllowed, neededFacts, -1, counts.totals.slice());
}

function sumOfPairs(pairs: Int32Array, values: readonly number[], valueCount: number): Int32Array {
  const [first, ...otherValues] = values;
  if (first === undefined) return new Int32Array(valueCount);
  const sum = pairs.slice(first * valueCount, (first + 1) * valueCount);
  for (const value of otherValues) {
    const row = value * valueCount;
    for (let other = 0; other < valueCount; other += 1) sum[other] = (sum[other] ?? 0) + (pairs[row + other] ?? 0);
  }
  return sum;
}

function sumOfRange(
  index: TireIndex,
  counts: StockCounts,
  totalsBeforeBlock: Int32Array,
  { first, end }: Range,
): Int32Array {
  const valueCount = index.values.length;
  const sum = new Int32Array(valueCount);
  const firstBlock = Math.ceil(first / blockSize);
  const endBlock = Math.floor(end / blockSize);
  const addRange = (range: Range) => {
    const positions = sellableIn(counts.sellable, range);
    for (const fact of factNames) addColumn(index.columns[fact], positions, 1, sum);
  };
  if (firstBlock >= endBlock) {
    addRange({ first, end });
    return sum;
  }
  for (let value = 0; value < valueCount; value += 1) {
    const beforeEnd = totalsBeforeBlock[endBlock * valueCount + value] ?? 0;
    const beforeFirst = totalsBeforeBlock[firstBlock * valueCount + value] ?? 0;
    sum[value] = beforeEnd - beforeFirst;
  }
  addRange({ first, end: firstBlock * blockSize });
  addRange({ first: endBlock * blockSize, end });
  return sum;
}

function sellableIn(sellable: Bits, { first, end }: Range): Int32Array {
  const positions: number[] = [];
  for (let position = first; position < end; position += 1) {
    if (hasBit(sellable, position)) positions.push(position);
  }
  return Int32Array.from(positions);
}

function addTires(
  index: TireIndex,
  mask: Bits,
  neededFacts: readonly FactName[],
  change: 1 | -1,
  sum: Int32Array,
): Int32Array {
  if (positionsBuffer.length < index.size) positionsBuffer = new Int32Array(index.size);
  const positions = positionsBuffer.subarray(0, listBits(mask, positionsBuffer));
  for (const fact of neededFacts) addColumn(index.columns[fact], positions, change, sum);
  return sum;
}

/** Counting one column at a time takes half as long as one tire at a time. */
function addColumn(column: Column, positions: Int32Array, change: 1 | -1, sum: Int32Array): void {
  const { length } = positions;
  for (let index = 0; index < length; index += 1) {
    const value = column[positions[index] ?? 0] ?? 0;
    sum[value] = (sum[value] ?? 0) + change;
  }
}
