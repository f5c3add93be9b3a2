import type { Product } from '../tire.ts';
import { type Bits, noBits, setBit } from './bits.ts';
import { type FactName, factNames } from './columns.ts';
import type { TireIndex } from './tire-index.ts';

/** What can be bought of an indexed catalogue, and how many tires have each value: this changes with every sale. */
export type StockCounts = {
  /** Positions that can be bought. */
  sellable: Bits;
  /** Positions of which a branch has stock, by branch. */
  branches: ReadonlyMap<string, Bits>;
  total: number;
  /** Tires that can be bought, by value. */
  totals: Int32Array;
  /** The same of every pair of values; null where a catalogue has too many values for a table of them. */
  pairs: Int32Array | null;
  /** The same of all positions before each block, by block and value; null as above. */
  blocks: Int32Array | null;
};

/** Positions in a block. */
export const blockSize = 1_024;

/** A table of pairs of so many values takes 16 MB. */
const mostPaired = 2_000;

const slice = 4_096;

/** Counts a catalogue anew. It pauses where other work may go first. */
export function* countStock(index: TireIndex, tires: readonly Product[]): Generator<void, StockCounts> {
  const { size, values } = index;
  const paired = values.length <= mostPaired;
  const counts: StockCounts = {
    sellable: noBits(size),
    branches: new Map(),
    total: 0,
    totals: new Int32Array(values.length),
    pairs: paired ? new Int32Array(values.length ** 2) : null,
    blocks: paired ? new Int32Array((Math.ceil(size / blockSize) + 1) * values.length) : null,
  };
  for (const [position, tire] of tires.entries()) {
    putAtBranches(counts, size, position, tire);
    if (tire.available > 0) put(index, counts, position);
    if ((position + 1) % blockSize === 0)
      counts.blocks?.set(counts.totals, ((position + 1) / blockSize) * values.length);
    if (position % slice === 0) yield;
  }
  counts.blocks?.set(counts.totals, Math.ceil(size / blockSize) * values.length);
  return counts;
}

/** The counts once the stock of these positions is as `tires` has it now; the counts before stay as they are. */
export function recount(
  index: TireIndex,
  before: StockCounts,
  tires: readonly Product[],
  positions: readonly number[],
): StockCounts {
  const counts = { ...before, branches: new Map([...before.branches].map(([branch, bits]) => [branch, bits.slice()])) };
  for (const position of positions) putAtBranches(counts, index.size, position, tires[position] as Product);
  const flipped = positions.filter((position) => isSellable(before, position) !== sellsNow(tires, position));
  if (flipped.length === 0) return counts;
  counts.sellable = before.sellable.slice();
  counts.totals = before.totals.slice();
  counts.pairs = before.pairs?.slice() ?? null;
  counts.blocks = before.blocks?.slice() ?? null;
  for (const position of flipped) {
    const by = sellsNow(tires, position) ? 1 : -1;
    put(index, counts, position, by);
    putIntoBlocks(index, counts.blocks, position, by);
  }
  return counts;
}

function isSellable({ sellable }: StockCounts, position: number): boolean {
  return (((sellable[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

function sellsNow(tires: readonly Product[], position: number): boolean {
  return (tires[position]?.available ?? 0) > 0;
}

function putAtBranches(counts: { branches: ReadonlyMap<string, Bits> }, size: number, position: number, tire: Product) {
  const branches = counts.branches as Map<string, Bits>;
  for (const bits of branches.values()) setBit(bits, position, false);
  for (const { branch } of tire.stock) {
    if (branch === 'supplier') continue;
    const bits = branches.get(branch) ?? noBits(size);
    branches.set(branch, bits);
    setBit(bits, position);
  }
}

/** Counts a tire in, or out when `by` is -1. */
function put(index: TireIndex, counts: StockCounts, position: number, by: 1 | -1 = 1): void {
  const { totals, pairs } = counts;
  const values = valuesAt(index, position);
  setBit(counts.sellable, position, by === 1);
  counts.total += by;
  for (const value of values) {
    totals[value] = (totals[value] as number) + by;
    if (!pairs) continue;
    const row = value * index.values.length;
    for (const other of values) pairs[row + other] = (pairs[row + other] as number) + by;
  }
}

const own = new Uint32Array(factNames.length);

/** The values of a position; the list is good until the next call. */
function valuesAt({ columns }: TireIndex, position: number): Uint32Array {
  for (let at = 0; at < own.length; at += 1) own[at] = columns[factNames[at] as FactName][position] as number;
  return own;
}

function putIntoBlocks(index: TireIndex, blocks: Int32Array | null, position: number, by: 1 | -1): void {
  if (!blocks) return;
  const last = Math.ceil(index.size / blockSize);
  const values = valuesAt(index, position);
  for (let block = Math.floor(position / blockSize) + 1; block <= last; block += 1) {
    for (const value of values) {
      const cell = block * index.values.length + value;
      blocks[cell] = (blocks[cell] as number) + by;
    }
  }
}
