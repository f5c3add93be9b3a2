import type { Tire } from '../tire/tire.ts';
import { type Bits, countBits, hasBit, listBits, noBits, outside, setBit } from './bits.ts';
import { type Column, type FactName, factNames, type TireIndex } from './tire-index.ts';

/** The sellable tires of an index, and how many have each value. Changes with every sale. */
export type StockCounts = {
  sellable: Bits;
  branches: ReadonlyMap<string, Bits>;
  total: number;
  totals: Int32Array;
  /** By pair of values; null: the catalogue has too many values. */
  pairs: Int32Array | null;
  /** Before each block, by block and value; null as above. */
  blocks: Int32Array | null;
};

const blockSize = 1_024;

/** With more values than these, the table of pairs would take over 16 MB. */
const maxPaired = 2_000;

const slice = 4_096;

export function* countStock(index: TireIndex, tires: readonly Tire[]): Generator<void, StockCounts> {
  const { size, values } = index;
  const paired = values.length <= maxPaired;
  const counts: StockCounts = {
    sellable: noBits(size),
    branches: new Map(),
    total: 0,
    totals: new Int32Array(values.length),
    pairs: paired ? new Int32Array(values.length ** 2) : null,
    blocks: paired ? new Int32Array((Math.ceil(size / blockSize) + 1) * values.length) : null,
  };
  for (const [position, tire] of tires.entries()) {
    setBranches(counts, size, position, tire);
    if (tire.available > 0) add(index, counts, position, 1);
    if ((position + 1) % blockSize === 0)
      counts.blocks?.set(counts.totals, ((position + 1) / blockSize) * values.length);
    if (position % slice === 0) yield;
  }
  counts.blocks?.set(counts.totals, Math.ceil(size / blockSize) * values.length);
  return counts;
}

/** The counts after the stock of `positions` has changed to that of `tires`. Leaves `before` as it is. */
export function recount(
  index: TireIndex,
  before: StockCounts,
  tires: readonly Tire[],
  positions: readonly number[],
): StockCounts {
  const counts = { ...before, branches: new Map([...before.branches].map(([branch, bits]) => [branch, bits.slice()])) };
  for (const position of positions) {
    const tire = tires[position];
    if (tire) setBranches(counts, index.size, position, tire);
  }
  const isSellable = (position: number) => (tires[position]?.available ?? 0) > 0;
  const flipped = positions.filter((position) => hasBit(before.sellable, position) !== isSellable(position));
  if (flipped.length === 0) return counts;
  counts.sellable = before.sellable.slice();
  counts.totals = before.totals.slice();
  counts.pairs = before.pairs?.slice() ?? null;
  counts.blocks = before.blocks?.slice() ?? null;
  for (const position of flipped) {
    const by = isSellable(position) ? 1 : -1;
    add(index, counts, position, by);
    addToBlocks(index, counts.blocks, position, by);
  }
  return counts;
}

function setBranches(counts: { branches: ReadonlyMap<string, Bits> }, size: number, position: number, tire: Tire) {
  const branches = counts.branches as Map<string, Bits>;
  for (const bits of branches.values()) setBit(bits, position, false);
  for (const { branch } of tire.stock) {
    if (branch === 'supplier') continue;
    const bits = branches.get(branch) ?? noBits(size);
    branches.set(branch, bits);
    setBit(bits, position);
  }
}

function add(index: TireIndex, counts: StockCounts, position: number, by: 1 | -1): void {
  const { totals, pairs } = counts;
  const values = valuesAt(index, position);
  setBit(counts.sellable, position, by === 1);
  counts.total += by;
  for (const value of values) {
    totals[value] = (totals[value] ?? 0) + by;
    if (!pairs) continue;
    const row = value * index.values.length;
    for (const other of values) pairs[row + other] = (pairs[row + other] ?? 0) + by;
  }
}

function addToBlocks(index: TireIndex, blocks: Int32Array | null, position: number, by: 1 | -1): void {
  if (!blocks) return;
  const last = Math.ceil(index.size / blockSize);
  const values = valuesAt(index, position);
  for (let block = Math.floor(position / blockSize) + 1; block <= last; block += 1) {
    for (const value of values) {
      const cell = block * index.values.length + value;
      blocks[cell] = (blocks[cell] ?? 0) + by;
    }
  }
}

/** Both buffers are reused: new arrays would cost garbage collection. Their content is valid until the next call. */
const valuesBuffer = new Uint32Array(factNames.length);
let positionsBuffer = new Int32Array(0);

function valuesAt({ columns }: TireIndex, position: number): Uint32Array {
  for (const [at, fact] of factNames.entries()) valuesBuffer[at] = columns[fact][position] ?? 0;
  return valuesBuffer;
}

/** What a filter allows: values of one fact, or a range of positions; both null: neither. */
export type Allowed = { values: readonly number[] | null; range: Range | null };

type Range = { first: number; end: number };

/** Sellable tires by value, at least of the facts `named`. `mask`: the sellable positions that all constraints allow. */
export function countValues(
  index: TireIndex,
  counts: StockCounts,
  constraints: readonly Allowed[],
  mask: Bits,
  named: readonly FactName[],
): Int32Array {
  const [only, another] = constraints;
  if (!only) return counts.totals;
  if (!another && only.values && counts.pairs) return sumOfPairs(counts.pairs, only.values, index.values.length);
  if (!another && only.range && counts.blocks) return sumOfRange(index, counts, counts.blocks, only.range);
  if (countBits(mask) * 2 <= counts.total) return addEach(index, mask, named, 1, new Int32Array(index.values.length));
  const others = outside(counts.sellable, mask);
  return addEach(index, others, named, -1, counts.totals.slice());
}

function sumOfPairs(pairs: Int32Array, values: readonly number[], width: number): Int32Array {
  const [first, ...more] = values;
  if (first === undefined) return new Int32Array(width);
  const sum = pairs.slice(first * width, (first + 1) * width);
  for (const value of more) {
    const row = value * width;
    for (let other = 0; other < width; other += 1) sum[other] = (sum[other] ?? 0) + (pairs[row + other] ?? 0);
  }
  return sum;
}

function sumOfRange(index: TireIndex, counts: StockCounts, blocks: Int32Array, { first, end }: Range): Int32Array {
  const width = index.values.length;
  const sum = new Int32Array(width);
  const from = Math.ceil(first / blockSize);
  const to = Math.floor(end / blockSize);
  const addRange = (range: Range) => {
    const positions = sellableIn(counts.sellable, range);
    for (const fact of factNames) addColumn(index.columns[fact], positions, 1, sum);
  };
  if (from >= to) {
    addRange({ first, end });
    return sum;
  }
  for (let value = 0; value < width; value += 1) {
    sum[value] = (blocks[to * width + value] ?? 0) - (blocks[from * width + value] ?? 0);
  }
  addRange({ first, end: from * blockSize });
  addRange({ first: to * blockSize, end });
  return sum;
}

function sellableIn(sellable: Bits, { first, end }: Range): Int32Array {
  const positions: number[] = [];
  for (let position = first; position < end; position += 1) if (hasBit(sellable, position)) positions.push(position);
  return Int32Array.from(positions);
}

function addEach(index: TireIndex, mask: Bits, named: readonly FactName[], by: 1 | -1, sum: Int32Array): Int32Array {
  if (positionsBuffer.length < index.size) positionsBuffer = new Int32Array(index.size);
  const positions = positionsBuffer.subarray(0, listBits(mask, positionsBuffer));
  for (const fact of named) addColumn(index.columns[fact], positions, by, sum);
  return sum;
}

/** One column at a time takes half the time of tire by tire. */
function addColumn(column: Column, positions: Int32Array, by: 1 | -1, sum: Int32Array): void {
  const { length } = positions;
  for (let at = 0; at < length; at += 1) {
    const value = column[positions[at] ?? 0] ?? 0;
    sum[value] = (sum[value] ?? 0) + by;
  }
}
