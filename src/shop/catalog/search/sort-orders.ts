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
  const descending = stableOrder(ranksDescending(prices));
  yield;
  const noise = stableOrder(ranksOf(tires, ({ label }) => label?.noiseDb ?? 999));
  yield;
  const wetGrip = stableOrder(ranksOf(tires, ({ label }) => (label?.wet ? grips.indexOf(label.wet) : grips.length)));
  yield;
  const names = nameRanks(tires);
  yield;
  const name = stableOrder(ranksOf(tires, (tire) => names.get(tire.manufacturer.label)?.get(tire.model) ?? 0));
  return { '-price': descending, noise, wetGrip, name };
}

function ranksOf(tires: readonly Product[], rank: (tire: Product) => number): Uint32Array {
  const ranks = new Uint32Array(tires.length);
  for (let position = 0; position < ranks.length; position += 1) ranks[position] = rank(tires[position] as Product);
  return ranks;
}

/** Positions by their rank, a whole number, equal ones as they stand: each rank's places are counted, then filled. */
function stableOrder(ranks: Uint32Array): SortOrder {
  let last = 0;
  for (let position = 0; position < ranks.length; position += 1) last = Math.max(last, ranks[position] as number);
  const next = new Uint32Array(last + 2);
  for (let position = 0; position < ranks.length; position += 1) {
    const after = (ranks[position] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let rank = 1; rank <= last; rank += 1) next[rank] = (next[rank] as number) + (next[rank - 1] as number);
  const positions = new Uint32Array(ranks.length);
  const places = new Uint32Array(ranks.length);
  for (let position = 0; position < ranks.length; position += 1) {
    const rank = ranks[position] as number;
    const place = next[rank] as number;
    next[rank] = place + 1;
    positions[place] = position;
    places[position] = place;
  }
  return { positions, places };
}

/** The rank of each position where the dearest come first: prices ascend. */
function ranksDescending(prices: Int32Array): Uint32Array {
  const ranks = new Uint32Array(prices.length);
  let rank = 0;
  for (let position = prices.length - 2; position >= 0; position -= 1) {
    if (prices[position] !== prices[position + 1]) rank += 1;
    ranks[position] = rank;
  }
  return ranks;
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
