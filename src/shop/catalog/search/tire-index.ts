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
  spans: Readonly<Record<FactName, { first: number; end: number }>>;
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

/** Tires that are worked on before others get their turn. */
const slice = 4_096;

/** Makes the index of tires that stand in the order of price, then id. It pauses where other work may go first. */
export function* indexTires(tires: readonly Product[]): Generator<void, TireIndex> {
  const { values, spans, numbers } = yield* numberValues(tires);
  const column = () => (values.length > 65_535 ? new Uint32Array(tires.length) : new Uint16Array(tires.length));
  const columns = Object.fromEntries(factNames.map((fact) => [fact, column()])) as Record<FactName, Column>;
  const ends = new Uint32Array(values.length);
  const prices = new Int32Array(tires.length);
  for (const [position, tire] of tires.entries()) {
    for (const fact of factNames) {
      const value = numbers[fact].get(facts[fact].of(tire)) ?? 0;
      columns[fact][position] = value;
      ends[value] = (ends[value] ?? 0) + 1;
    }
    prices[position] = toCents(tire.price);
    if (position % slice === 0) yield;
  }
  const starts = new Uint32Array(values.length);
  for (const fact of factNames) {
    let end = 0;
    for (let value = spans[fact].first; value < spans[fact].end; value += 1) {
      starts[value] = end;
      end += ends[value] ?? 0;
      ends[value] = starts[value] ?? 0;
    }
  }
  const positions = {} as Record<FactName, Uint32Array>;
  for (const fact of factNames) {
    const sorted = new Uint32Array(tires.length);
    for (let position = 0; position < tires.length; position += 1) {
      const value = columns[fact][position] ?? 0;
      const at = ends[value] ?? 0;
      sorted[at] = position;
      ends[value] = at + 1;
    }
    positions[fact] = sorted;
    yield;
  }
  const orders = yield* sortOrders(tires, prices);
  return { size: tires.length, values, spans, columns, positions, starts, ends, prices, orders };
}

type Numbers = Record<FactName, Map<Key, number>>;

function* numberValues(tires: readonly Product[]) {
  const labels = Object.fromEntries(factNames.map((fact) => [fact, new Map<Key, string>()])) as Record<
    FactName,
    Map<Key, string>
  >;
  for (const [position, tire] of tires.entries()) {
    for (const fact of factNames) {
      const key: Key = facts[fact].of(tire);
      if (!labels[fact].has(key)) labels[fact].set(key, fact === 'manufacturer' ? tire.manufacturer.label : `${key}`);
    }
    if (position % slice === 0) yield;
  }
  const values: Value[] = [];
  const spans = {} as Record<FactName, { first: number; end: number }>;
  const numbers = {} as Numbers;
  for (const fact of factNames) {
    const first = values.length;
    const keys = [...labels[fact].keys()].sort((a, b) => facts[fact].order(a, b, labels[fact]));
    values.push(...keys.map((key) => ({ key, label: labels[fact].get(key) ?? '' })));
    spans[fact] = { first, end: values.length };
    numbers[fact] = new Map(keys.map((key, at) => [key, first + at]));
  }
  return { values, spans, numbers };
}
