import { toCents } from '../../money.ts';
import type { Product } from '../tire.ts';
import { type FactName, factNames, facts, type Key } from './columns.ts';
import { type SortOrders, sortOrders } from './sort-orders.ts';

/** A value that tires have. Values are numbered through all facts, so that one list counts them all. */
export type Value = { key: Key; label: string };

/**
 * What can be looked up of tires in the order of price, then id; a tire is known by its position there. Nothing in it
 * changes when a tire is sold, so the states of a catalogue share it.
 */
export type TireIndex = {
  size: number;
  values: readonly Value[];
  /** The values of each fact, in the order in which they are offered: from `first` up to, not with, `end`. */
  spans: Readonly<Record<FactName, Span>>;
  /** The value of each position, by fact. */
  columns: Readonly<Record<FactName, Column>>;
  /** For each fact all positions, sorted by value; those of value `v` stand from `starts[v]` up to `ends[v]`. */
  positions: Readonly<Record<FactName, Uint32Array>>;
  starts: Uint32Array;
  ends: Uint32Array;
  /** In cents, ascending. */
  prices: Int32Array;
  /** Every sort that is not the positions' own. */
  orders: SortOrders;
};

export type Column = Uint16Array | Uint32Array;

/** Numbers from `first` up to, not with, `end`. */
type Span = { first: number; end: number };

/** Tires that are worked on before others get their turn. */
const slice = 4_096;

/** Makes the index of tires that stand in the order of price, then id. It pauses where other work may go first. */
export function* indexTires(tires: readonly Product[]): Generator<void, TireIndex> {
  const { values, spans, columns } = yield* numberValues(tires);
  const starts = new Uint32Array(values.length);
  const ends = new Uint32Array(values.length);
  const positions = {} as Record<FactName, Uint32Array>;
  for (const fact of factNames) {
    positions[fact] = sortedByValue(columns[fact], spans[fact], starts, ends);
    yield;
  }
  const prices = new Int32Array(tires.length);
  for (let position = 0; position < tires.length; position += 1) {
    prices[position] = toCents((tires[position] as Product).price);
  }
  yield;
  const orders = yield* sortOrders(tires, prices);
  return { size: tires.length, values, spans, columns, positions, starts, ends, prices, orders };
}

/** The positions of a column by their value; notes where those of each value start and end. */
function sortedByValue(column: Column, { first, end }: Span, starts: Uint32Array, ends: Uint32Array): Uint32Array {
  for (let position = 0; position < column.length; position += 1) {
    const value = column[position] as number;
    ends[value] = (ends[value] as number) + 1;
  }
  let before = 0;
  for (let value = first; value < end; value += 1) {
    starts[value] = before;
    before += ends[value] as number;
    ends[value] = starts[value] as number;
  }
  const sorted = new Uint32Array(column.length);
  for (let position = 0; position < column.length; position += 1) {
    const value = column[position] as number;
    const at = ends[value] as number;
    sorted[at] = position;
    ends[value] = at + 1;
  }
  return sorted;
}

/** Numbers the values of every fact in the order in which they are offered. */
function* numberValues(tires: readonly Product[]) {
  const found = {} as Record<FactName, Found>;
  for (const fact of factNames) found[fact] = yield* valuesFound(fact, tires);
  const values: Value[] = [];
  const spans = {} as Record<FactName, Span>;
  const columns = {} as Record<FactName, Column>;
  const count = factNames.reduce((sum, fact) => sum + found[fact].numbers.size, 0);
  for (const fact of factNames) {
    const { numbers, labels, column } = found[fact];
    const first = values.length;
    const offered = new Uint32Array(numbers.size);
    for (const key of [...numbers.keys()].sort((a, b) => facts[fact].order(a, b, labels))) {
      offered[numbers.get(key) ?? 0] = values.length;
      values.push({ key, label: labels.get(key) ?? '' });
    }
    spans[fact] = { first, end: values.length };
    const renumbered = count > 65_535 ? column : new Uint16Array(column.length);
    for (let position = 0; position < column.length; position += 1) {
      renumbered[position] = offered[column[position] as number] as number;
    }
    columns[fact] = renumbered;
    yield;
  }
  return { values, spans, columns };
}

/** The values of one fact, numbered as they come, what they are called, and the number of each position. */
type Found = { numbers: Map<Key, number>; labels: Map<Key, string>; column: Uint32Array };

function* valuesFound(fact: FactName, tires: readonly Product[]): Generator<void, Found> {
  const numbers = new Map<Key, number>();
  const labels = new Map<Key, string>();
  const column = new Uint32Array(tires.length);
  for (let position = 0; position < tires.length; position += 1) {
    const tire = tires[position] as Product;
    const key: Key = facts[fact].of(tire);
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      labels.set(key, fact === 'manufacturer' ? tire.manufacturer.label : `${key}`);
    }
    column[position] = number;
    if (position % slice === 0) yield;
  }
  return { numbers, labels, column };
}
