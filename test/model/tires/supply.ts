import { type Branch, newReality, type SupplierPlace } from './reality.ts';

/** The tires that exist at the start of each run: few, so that some orders find none. */
export const existing = [
  { tireId: 'tire', place: 'ringtee', count: 4 },
  { tireId: 'tire', place: 'annelinn', count: 3 },
  { tireId: 'tire', place: 'supplier:seed', count: 4 },
  { tireId: 'other', place: 'ringtee', count: 0 },
  { tireId: 'other', place: 'annelinn', count: 2 },
  { tireId: 'other', place: 'supplier:seed', count: 7 },
] as const;

export const prices = { tire: 79.9, other: 50.5 } as const;
export type TireId = keyof typeof prices;
export const tireIds = ['tire', 'other'] as const;
export const supplier: SupplierPlace = 'supplier:seed';
export const leadDays = 3;

/**
 * The source of a supplier's count in the shop. `at`: the time whose stock the list showed, null if the supplier has no piece;
 * `by`: the start, an import or a refusal.
 */
type Listed = { at: number | null; by: string };

/** The values that the undo of an import restores. `unnoticed`: losses that its branch counts revealed, unless they were counted again since. */
type Import = { id: number; listed: Map<string, Listed>; unnoticed: Map<string, number> };

/** Where the tires really are, and the part that the shop can know. Keys of maps are tire and place, as in `tire ringtee`. */
export function newSupply(now: () => Date) {
  return {
    reality: newReality(now, existing),
    /** Pieces that are gone from a branch although nobody has counted since. */
    unnoticed: new Map<string, number>(),
    /** All pieces that were lost at a branch. */
    lost: new Map<string, number>(),
    listed: new Map<string, Listed>(tireIds.map((id) => [`${id} ${supplier}`, { at: now().getTime(), by: 'start' }])),
    imports: [] as Import[],
    /** The pieces of each purchase that reached the supplier, by number and tire. */
    supplierOrders: new Map<string, Map<string, number>>(),
    /** Idempotency keys of sales at the counter that were made. */
    sales: new Set<string>(),
  };
}

export type Supply = ReturnType<typeof newSupply>;

export const add = (counts: Map<string, number>, key: string, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count);

/** A branch loses tires without noticing. */
export function lose({ reality, unnoticed, lost }: Supply, tireId: string, branch: Branch, count: number): void {
  reality.move({ tireId, count }, branch, 'elsewhere');
  add(unnoticed, `${tireId} ${branch}`, count);
  add(lost, `${tireId} ${branch}`, count);
}

/** A count at a branch reveals what it has lost. */
export function noticeLosses({ unnoticed, imports }: Supply, tireId: string, branch: Branch): void {
  unnoticed.delete(`${tireId} ${branch}`);
  for (const { unnoticed } of imports) unnoticed.delete(`${tireId} ${branch}`);
}
