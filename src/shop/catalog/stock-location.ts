/** Each supplier is a stock location of its own, `supplier:latakko`; `supplier` alone means all of them. */
const prefix = 'supplier:';

export function supplierLocation(supplier: string): string {
  return `${prefix}${supplier}`;
}

export function isSupplier(location: string): boolean {
  return location === 'supplier' || location.startsWith(prefix);
}

export function supplierAt(location: string): string {
  return location.startsWith(prefix) ? location.slice(prefix.length) : location;
}
