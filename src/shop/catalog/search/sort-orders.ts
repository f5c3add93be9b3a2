import type { Sort } from '../filter.ts';
import { type Product, tireName } from '../tire.ts';

/** Positions in the order of a sort, and the place of each position there. */
export type SortOrder = { positions: Uint32Array; places: Uint32Array };

export type SortOrders = Readonly<Record<Exclude<Sort, 'price'>, SortOrder>>;

/** Classes from the best on; a tire without one comes last. */
const grips = ['A', 'B', 'C', 'D', 'E'];

/**
 * The positions of tires, which stand in the order of price, then id, in every other order. Each keeps that order among
 * equals, so pages never overlap.
 */
export function* sortOrders(tires: readonly Product[], prices: Int32Array): Generator<void, SortOrders> {
  const dearest = prices.at(-1) ?? 0;
  const descending = stableOrder(prices, (cents) => dearest - cents);
  yield;
  const noise = stableOrder(tires, ({ label }) => label?.noiseDb ?? 999);
  yield;
  const wetGrip = stableOrder(tires, ({ label }) => (label?.wet ? grips.indexOf(label.wet) : grips.length));
  yield;
  const ranks = nameRanks(tires);
  yield;
  const name = stableOrder(tires, (tire) => ranks.get(tire.manufacturer.label)?.get(tire.model) ?? 0);
  return { '-price': descending, noise, wetGrip, name };
}

/** Positions by a whole number from 0 on, equal ones as they stand: rank and position make one number that sorts. */
function stableOrder<T>(items: ArrayLike<T>, rank: (item: T) => number): SortOrder {
  const size = items.length;
  const keys = new Float64Array(size);
  for (let position = 0; position < size; position += 1) keys[position] = rank(items[position] as T) * size + position;
  keys.sort();
  const positions = Uint32Array.from(keys, (key) => key % size);
  const places = new Uint32Array(size);
  for (let place = 0; place < size; place += 1) places[positions[place] as number] = place;
  return { positions, places };
}

/** The place of each name among all, letter by letter: there are far fewer names than tires. */
function nameRanks(tires: readonly Product[]): Map<string, Map<string, number>> {
  const names = new Map<string, Product>();
  const ranks = new Map<string, Map<string, number>>();
  for (const tire of tires) {
    const ofMaker = ranks.get(tire.manufacturer.label) ?? new Map<string, number>();
    ranks.set(tire.manufacturer.label, ofMaker);
    if (ofMaker.has(tire.model)) continue;
    ofMaker.set(tire.model, 0);
    names.set(`${tireName(tire)}\0${tire.model}`, tire);
  }
  const sorted = [...names.values()].sort((a, b) => (tireName(a) < tireName(b) ? -1 : 1));
  let rank = -1;
  let before = '';
  for (const tire of sorted) {
    const name = tireName(tire);
    if (name !== before || rank < 0) rank += 1;
    before = name;
    ranks.get(tire.manufacturer.label)?.set(tire.model, rank);
  }
  return ranks;
}
