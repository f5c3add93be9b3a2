import { type Bits, countBits, hasBit, lowestOf, room, without } from './bits.ts';
import { type FactName, factNames } from './columns.ts';
import type { Constraint } from './constraints.ts';
import { blockSize, type StockCounts } from './stock-counts.ts';
import type { Column, TireIndex } from './tire-index.ts';

/**
 * How many tires have each value under these filters. `mask`: the positions that can be bought and fit all of them.
 * Of the facts that are not named the counts may be missing. What was counted ahead is looked up; else tires are counted,
 * those that fit or those that do not, whichever are fewer.
 */
export function countValues(
  index: TireIndex,
  counts: StockCounts,
  constraints: readonly Constraint[],
  mask: Bits,
  named: readonly FactName[],
): Int32Array {
  const [only, another] = constraints;
  if (!only) return counts.totals;
  if (!another && only.values && counts.pairs) return ofPairs(counts.pairs, only.values, index.values.length);
  if (!another && only.range && counts.blocks) return ofRange(index, counts, counts.blocks, only.range);
  if (countBits(mask) * 2 <= counts.total) return added(index, mask, named, 1, new Int32Array(index.values.length));
  const others = without(counts.sellable, mask, room(0, mask.length));
  return added(index, others, named, -1, counts.totals.slice());
}

function ofPairs(pairs: Int32Array, values: readonly number[], width: number): Int32Array {
  const [first, ...more] = values;
  if (first === undefined) return new Int32Array(width);
  const sum = pairs.slice(first * width, (first + 1) * width);
  for (const value of more) {
    const row = value * width;
    for (let other = 0; other < width; other += 1) sum[other] = (sum[other] as number) + (pairs[row + other] as number);
  }
  return sum;
}

type Range = { first: number; end: number };

/** Whole blocks by their difference, what hangs over tire by tire. */
function ofRange(index: TireIndex, counts: StockCounts, blocks: Int32Array, { first, end }: Range): Int32Array {
  const width = index.values.length;
  const sum = new Int32Array(width);
  const from = Math.ceil(first / blockSize);
  const to = Math.floor(end / blockSize);
  const over = (range: Range) => {
    const inRange = sellableIn(counts.sellable, range);
    for (const fact of factNames) addEach(index.columns[fact], inRange, inRange.length, 1, sum);
  };
  if (from >= to) {
    over({ first, end });
    return sum;
  }
  for (let value = 0; value < width; value += 1) {
    sum[value] = (blocks[to * width + value] as number) - (blocks[from * width + value] as number);
  }
  over({ first, end: from * blockSize });
  over({ first: to * blockSize, end });
  return sum;
}

function sellableIn(sellable: Bits, { first, end }: Range): Int32Array {
  const positions: number[] = [];
  for (let position = first; position < end; position += 1) if (hasBit(sellable, position)) positions.push(position);
  return Int32Array.from(positions);
}

/** The positions of one set at a time: written anew for each, so that no query has to make room. */
let found = new Int32Array(0);

function added(index: TireIndex, mask: Bits, named: readonly FactName[], by: 1 | -1, sum: Int32Array): Int32Array {
  if (found.length < index.size) found = new Int32Array(index.size);
  let count = 0;
  for (let word = 0; word < mask.length; word += 1) {
    const first = word << 5;
    for (let ones = mask[word] as number; ones !== 0; ones &= ones - 1) {
      found[count] = first + lowestOf(ones);
      count += 1;
    }
  }
  for (const fact of named) addEach(index.columns[fact], found, count, by, sum);
  return sum;
}

/** Its own function with one column at a time: twice as fast as row by row. */
function addEach(column: Column, positions: Int32Array, count: number, by: 1 | -1, sum: Int32Array): void {
  if (by === 1) for (let at = 0; at < count; at += 1) (sum[column[positions[at] as number] as number] as number)++;
  else for (let at = 0; at < count; at += 1) (sum[column[positions[at] as number] as number] as number)--;
}
