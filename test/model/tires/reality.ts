/**
 * Where a tire really is. A branch: it stands there, for sale or promised. `apart:`: it stands at the branch and is not for
 * sale. `van:`: it has left the branch for the other one. `supplier:`: nobody has ordered it. `purchase:`: its supplier has
 * put it aside for a purchase. `elsewhere`: lost, sold by a supplier to others, or not made yet.
 */
export type Place =
  | Branch
  | `apart:${Branch}`
  | `van:${Branch}`
  | SupplierPlace
  | `purchase:${string}`
  | 'buyers'
  | 'elsewhere';

export type Branch = 'ringtee' | 'annelinn';
export type SupplierPlace = `supplier:${string}`;
export const branches = ['ringtee', 'annelinn'] as const;

export type Tires = { tireId: string; count: number };

/** A piece that a supplier gave to the shop: its lists made at `at` or later do not count it. */
type Given = { tireId: string; supplier: Place; purchase: string; at: number };

/**
 * The tires of a run, independent of the shop's database; only the steps move them. Throws when more leave a place than are
 * there, because no step may do what nobody could do.
 */
export function newReality(now: () => Date, start: readonly (Tires & { place: Place })[]) {
  const counts = new Map<string, number>();
  const atSuppliers: (Tires & { place: Place; at: number })[] = [];
  let given: Given[] = [];

  const countAt = (tireId: string, place: Place) => counts.get(`${tireId} ${place}`) ?? 0;

  function change(tireId: string, place: Place, difference: number): void {
    if (place === 'elsewhere') return;
    const count = countAt(tireId, place) + difference;
    if (count < 0) throw new Error(`the model takes ${-difference} of ${tireId} from ${place}, ${-count} too many`);
    counts.set(`${tireId} ${place}`, count);
    if (place.startsWith('supplier:')) atSuppliers.push({ tireId, place, count, at: now().getTime() });
  }

  function move({ tireId, count }: Tires, from: Place, to: Place): void {
    if (count === 0) return;
    change(tireId, from, -count);
    change(tireId, to, count);
  }

  for (const { place, ...tires } of start) move(tires, 'elsewhere', place);

  return {
    countAt,
    move,
    /** The count that a supplier could have listed at a time. */
    listedAt: (tireId: string, place: Place, at: number) =>
      atSuppliers.findLast((entry) => entry.tireId === tireId && entry.place === place && entry.at <= at)?.count ?? 0,
    /** A supplier puts tires aside for a purchase. */
    giveTo(purchase: string, supplier: SupplierPlace, tires: Tires): void {
      move(tires, supplier, `purchase:${purchase}`);
      for (let piece = 0; piece < tires.count; piece += 1)
        given.push({ tireId: tires.tireId, supplier, purchase, at: now().getTime() });
    },
    /** Pieces that were put aside for a purchase turn out to be damaged, or are lost at the supplier. */
    spoil(purchase: string, tires: Tires, to: Place): void {
      move(tires, `purchase:${purchase}`, to);
      for (let piece = 0; piece < tires.count; piece += 1) {
        const last = given.findLastIndex((entry) => entry.tireId === tires.tireId && entry.purchase === purchase);
        given = given.toSpliced(last, 1);
      }
    },
    /** How many pieces a supplier had given to the shop at a time, also those that have arrived. */
    givenAt: (tireId: string, supplier: Place, at: number) =>
      given.filter((entry) => entry.tireId === tireId && entry.supplier === supplier && entry.at <= at).length,
    /** How many pieces were put aside for a purchase, also those that have arrived. */
    givenTo: (tireId: string, purchase: string) =>
      given.filter((entry) => entry.tireId === tireId && entry.purchase === purchase).length,
  };
}
