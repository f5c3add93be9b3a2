/** Each supplier is a place of its own, `supplier:latakko`; `supplier` alone is all of them. */
const prefix = 'supplier:';

export function supplierPlace(supplier: string): string {
  return `${prefix}${supplier}`;
}

export function isSupplier(place: string): boolean {
  return place === 'supplier' || place.startsWith(prefix);
}

/** The supplier's own name, or the place itself when it is a branch. */
export function supplierAt(place: string): string {
  return place.startsWith(prefix) ? place.slice(prefix.length) : place;
}

type Stock = { branch: string; count: number; leadDays: number };

/**
 * Stock by place as buyers see it: the branches in their order, then suppliers by lead days. Which supplier it is, is
 * nobody's business: those with the same lead days are one.
 */
export function shownStock(
  stock: readonly { place: string; count: number; leadDays: number }[],
  places: readonly string[],
) {
  const shown: Stock[] = [];
  for (const { place, count, leadDays } of stock) {
    const branch = isSupplier(place) ? 'supplier' : place;
    const same = shown.find((other) => branch === 'supplier' && other.branch === branch && other.leadDays === leadDays);
    if (same) same.count += count;
    else shown.push({ branch, count, leadDays });
  }
  const rank = (branch: string) => (places.includes(branch) ? places.indexOf(branch) : places.length);
  return shown.sort((a, b) => rank(a.branch) - rank(b.branch) || a.leadDays - b.leadDays);
}
