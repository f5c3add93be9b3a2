import type { Product } from './tire.ts';

/** Beside the tires, not in them: no page and no answer of the API needs the number. */
const known = new WeakMap<Product, string>();

/** Remembers the EAN of a tire as it was read, as long as the tire itself is remembered. */
export function rememberEan(tire: Product, ean: string | null): Product {
  if (ean !== null) known.set(tire, ean);
  return tire;
}

/** The EAN of a tire of the catalogue where its price list names one. */
export function eanOf(tire: Product): string | undefined {
  return known.get(tire);
}
