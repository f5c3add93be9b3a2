/** Each supplier is a stock location (`supplier:latakko`); `supplier` alone stands for all suppliers. */
export const supplierPrefix = 'supplier:';

export function supplierLocation(supplier: string): string {
  return `${supplierPrefix}${supplier}`;
}

export function isSupplier(location: string): boolean {
  return location === 'supplier' || location.startsWith(supplierPrefix);
}

/** Returns the supplier's id. Other locations, also `supplier`, are returned unchanged. */
export function supplierAt(location: string): string {
  return location.startsWith(supplierPrefix) ? location.slice(supplierPrefix.length) : location;
}
