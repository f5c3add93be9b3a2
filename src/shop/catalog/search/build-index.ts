import { toCents } from '../../money.ts';
import { labelClasses } from '../list/filter.ts';
import { type Tire, tireName } from '../tire/tire.ts';
import { modelKey, variantKey } from '../tire/variants.ts';
import {
  type Column,
  type FactName,
  factNames,
  facts,
  type Key,
  type SortOrder,
  type SortOrders,
  type Span,
  type TireIndex,
  tiresBetweenYields,
  type Value,
} from './tire-index.ts';

const louderThanAny = 999;

/** `tires` are sorted by price, then id. Yields where other work may run. */
export function* indexTires(tires: readonly Tire[]): Generator<void, TireIndex> {
  const { values, spans, columns } = yield* assignValueNumbers(tires);
  const starts = new Uint32Array(values.length);
  const ends = new Uint32Array(values.length);
  const positions = {} as Record<FactName, Uint32Array>;
  for (const fact of factNames) {
    const { first, end } = spans[fact];
    // The values of this fact have the numbers from `first` to `end - 1`. In `sorted`, the tires of a value end where those of the next value start.
    const sorted = sortStably(columns[fact], end);
    positions[fact] = sorted.positions;
    const startsOfValues = sorted.starts.subarray(first, end);
    const startsOfNextValues = sorted.starts.subarray(first + 1, end + 1);
    starts.set(startsOfValues, first);
    ends.set(startsOfNextValues, first);
    yield;
  }
  const prices = Int32Array.from(tires, ({ price }) => toCents(price));
  yield;
  const orders = yield* sortOrders(tires, prices);
  const groups = yield* assignGroupNumbers(tires);
  return { size: tires.length, values, spans, columns, positions, starts, ends, prices, orders, groups };
}

/** Stable counting sort of positions by their key in `column`, a whole number below `keyCount`. */
function sortStably(column: Column, keyCount: number) {
  const starts = new Uint32Array(keyCount + 1);
  for (const key of column) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 1; key <= keyCount; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const positions = new Uint32Array(column.length);
  const ranks = new Uint32Array(column.length);
  for (let position = 0; position < column.length; position += 1) {
    const key = column[position] ?? 0;
    const rank = next[key] ?? 0;
    next[key] = rank + 1;
    positions[rank] = position;
    ranks[position] = rank;
  }
  return { positions, ranks, starts };
}

function* assignValueNumbers(tires: readonly Tire[]) {
  const valuesOfFact = {} as Record<FactName, FactValues>;
  for (const fact of factNames) valuesOfFact[fact] = yield* numbersOfFact(fact, tires);
  const values: Value[] = [];
  const spans = {} as Record<FactName, Span>;
  const columns = {} as Record<FactName, Column>;
  const valueCount = factNames.reduce((sum, fact) => sum + valuesOfFact[fact].numbers.size, 0);
  const fitsIn16Bits = valueCount <= 65_535;
  for (const fact of factNames) {
    const { numbers, labels, column } = valuesOfFact[fact];
    const first = values.length;
    const finalNumbers = new Uint32Array(numbers.size);
    for (const key of [...numbers.keys()].sort((a, b) => facts[fact].order(a, b, labels))) {
      finalNumbers[numbers.get(key) ?? 0] = values.length;
      values.push({ number: values.length, key, label: labels.get(key) ?? '' });
    }
    spans[fact] = { first, end: values.length };
    const renumbered = fitsIn16Bits ? new Uint16Array(column.length) : column;
    for (let position = 0; position < column.length; position += 1) {
      renumbered[position] = finalNumbers[column[position] ?? 0] ?? 0;
    }
    columns[fact] = renumbered;
    yield;
  }
  return { values, spans, columns };
}

/** The values of one fact, numbered as they occur. `assignValueNumbers` sorts and renumbers the values of all facts. */
type FactValues = { numbers: Map<Key, number>; labels: Map<Key, string>; column: Uint32Array };

function* numbersOfFact(fact: FactName, tires: readonly Tire[]): Generator<void, FactValues> {
  const numbers = new Map<Key, number>();
  const labels = new Map<Key, string>();
  const column = new Uint32Array(tires.length);
  for (const [position, tire] of tires.entries()) {
    const key: Key = facts[fact].read(tire);
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      labels.set(key, fact === 'manufacturer' ? tire.manufacturer.label : `${key}`);
    }
    column[position] = number;
    if (position % tiresBetweenYields === 0) yield;
  }
  return { numbers, labels, column };
}

function* sortOrders(tires: readonly Tire[], prices: Int32Array): Generator<void, SortOrders> {
  const order = (key: (tire: Tire) => number) => orderBy(Uint32Array.from(tires, key));
  const priceDescending = orderBy(descendingRanks(prices));
  yield;
  const noise = order(({ label }) => label?.noiseDb ?? louderThanAny);
  yield;
  const byClass = (field: 'wet' | 'fuel') =>
    order(({ label }) => (label?.[field] ? labelClasses.indexOf(label[field]) : labelClasses.length));
  const wetGrip = byClass('wet');
  yield;
  const fuel = byClass('fuel');
  yield;
  const names = nameRanks(tires);
  yield;
  const name = order((tire) => names.get(tire.manufacturer.label)?.get(tire.model) ?? 0);
  return { '-price': priceDescending, noise, wetGrip, fuel, name };
}

/** Returns the number of each tire's group, by position. A group is a row of the list. It has each variant of a model at most once: the first tire of a variant is in the model's first group, the second in its second group. */
function* assignGroupNumbers(tires: readonly Tire[]): Generator<void, Uint32Array> {
  const numbers = new Map<string, number>();
  const variantCounts = new Map<string, number>();
  const groups = new Uint32Array(tires.length);
  for (const [position, tire] of tires.entries()) {
    const model = modelKey(tire);
    const variant = `${model}\n${variantKey(tire)}`;
    const equalVariantsBefore = variantCounts.get(variant) ?? 0;
    variantCounts.set(variant, equalVariantsBefore + 1);
    const key = `${model}\n${equalVariantsBefore}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    groups[position] = number;
    if (position % tiresBetweenYields === 0) yield;
  }
  return groups;
}

function orderBy(keys: Uint32Array): SortOrder {
  const { positions, ranks } = sortStably(keys, keys.reduce((max, key) => Math.max(max, key), 0) + 1);
  return { positions, ranks };
}

function descendingRanks(ascendingPrices: Int32Array): Uint32Array {
  const ranks = new Uint32Array(ascendingPrices.length);
  let rank = 0;
  for (let position = ascendingPrices.length - 2; position >= 0; position -= 1) {
    if (ascendingPrices[position] !== ascendingPrices[position + 1]) rank += 1;
    ranks[position] = rank;
  }
  return ranks;
}

/** Returns the rank of each name, by manufacturer and model. Sorts names, not tires, because many tires share a name. */
function nameRanks(tires: readonly Tire[]): Map<string, Map<string, number>> {
  const oneTirePerName: Tire[] = [];
  const ranks = new Map<string, Map<string, number>>();
  for (const tire of tires) {
    const ranksOfModels = ranks.get(tire.manufacturer.label) ?? new Map<string, number>();
    ranks.set(tire.manufacturer.label, ranksOfModels);
    if (ranksOfModels.has(tire.model)) continue;
    ranksOfModels.set(tire.model, 0);
    oneTirePerName.push(tire);
  }
  const sorted = oneTirePerName.sort((a, b) => (tireName(a) < tireName(b) ? -1 : 1));
  let rank = -1;
  let previousName: string | null = null;
  for (const tire of sorted) {
    const name = tireName(tire);
    if (name !== previousName) rank += 1;
    previousName = name;
    ranks.get(tire.manufacturer.label)?.set(tire.model, rank);
  }
  return ranks;
}
