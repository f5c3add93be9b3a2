import { type Bits, both, room } from './bits.ts';
import type { Constraint } from './constraints.ts';
import type { FacetField } from './facet-fields.ts';

/** The positions that can be bought and fit every filter, and those that fit all but one, by that one. */
export type Masks = { all: Bits; but: ReadonlyMap<FacetField, Bits> };

/**
 * All masks in one pass. Of each word it keeps the positions that fit all filters so far, and those that all but one fit;
 * filters that few tires fit go first, so that most words are empty after two. The sets are good until the next call.
 */
export function masksUnder(sellable: Bits, constraints: readonly Constraint[]): Masks {
  const rarestFirst = constraints.toSorted((a, b) => a.size - b.size);
  const sets = rarestFirst.map(({ bits }) => bits);
  const [first, second] = sets;
  const byField = (masks: readonly Bits[]) => new Map(rarestFirst.map(({ field }, at) => [field, masks[at] as Bits]));
  if (!first) return { all: sellable, but: byField([]) };
  // Room 0 is for whoever counts.
  const all = room(1, sellable.length);
  if (!second) return { all: both(sellable, first, all), but: byField([sellable]) };
  const but = sets.map((_, at) => room(at + 2, sellable.length).fill(0));
  all.fill(0);
  for (let word = 0; word < sellable.length; word += 1) {
    const inFirst = first[word] as number;
    const inSecond = second[word] as number;
    let fit = (sellable[word] as number) & inFirst & inSecond;
    let missOne = (sellable[word] as number) & (inFirst ^ inSecond);
    for (let at = 2; at < sets.length && (fit | missOne) !== 0; at += 1) {
      const fits = (sets[at] as Bits)[word] as number;
      missOne = (missOne & fits) | (fit & ~fits);
      fit &= fits;
    }
    if ((fit | missOne) === 0) continue;
    all[word] = fit;
    for (let at = 0; at < but.length; at += 1) {
      (but[at] as Bits)[word] = fit | (missOne & ~((sets[at] as Bits)[word] as number));
    }
  }
  return { all, but: byField(but) };
}
