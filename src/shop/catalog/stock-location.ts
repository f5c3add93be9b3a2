/** Each supplier is a stock location of its own, `supplier:latakko`; `supplier` alone means all of them. */
const supplierPrefix = 'supplier:';

export function supplierLocation(supplier: string): string {
  return `${supplierPrefix}${supplier}`;
}

export function isSupplier(location: string): boolean {
  return location === 'supplier' || location.startsWith(supplierPrefix);
}

export function supplierAt(location: string): string {
  return location.startsWith(supplierPrefix) ? location.slice(supplierPrefix.length) : location;
}
