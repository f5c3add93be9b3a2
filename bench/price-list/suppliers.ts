import type { Size } from './tire/size.ts';
import type { Tire } from './tire/tire.ts';

type Supplier = { code: string; leadDays: number; sku: (tire: Tire, number: number) => string };

/** Fictional wholesalers with different formats of article numbers. */
const suppliers: Supplier[] = [
  { code: 'baltrehv', leadDays: 1, sku: ({ size }, number) => `BR-${digits(size)}-${10_000 + number}` },
  { code: 'nordwheel', leadDays: 3, sku: (_, number) => `NW${4_100_000 + number * 7}` },
  {
    code: 'rehviladu',
    leadDays: 2,
    sku: ({ model, size }, number) => `${initials(model.manufacturer.name)}${digits(size)}-${number}`,
  },
];

function digits({ width, profile, rim }: Size): string {
  return `${width}${profile ?? ''}${String(rim).replace('.', '')}`;
}

function initials(manufacturer: string): string {
  return manufacturer.slice(0, 3).toUpperCase();
}

/** A random supplier whose code comes later in the alphabet; null if there is none. */
export function supplierAfter(code: string, random: () => number): Supplier | null {
  const later = suppliers.filter((supplier) => supplier.code > code);
  return later[Math.floor(random() * later.length)] ?? null;
}

/**
 * Returns the supplier of a tire. Each supplier has most tires of some manufacturers, and a few of all; each further lot
 * comes from the next supplier.
 */
export function supplierOf({ model }: Tire, lot: number, random: () => number): Supplier {
  const manufacturerHash = model.manufacturer.name.length + model.manufacturer.name.charCodeAt(0);
  const chance = random();
  const offset = chance < 0.6 ? 0 : chance < 0.82 ? 1 : 2;
  return suppliers[(manufacturerHash + offset + lot) % suppliers.length] as Supplier;
}
