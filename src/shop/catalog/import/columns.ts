/** Without these a row says nothing that can be sold. */
export const requiredColumns = [
  'supplier',
  'supplier_sku',
  'manufacturer',
  'model',
  'size',
  'season',
  'studs',
  'price',
] as const;

/** A list without one of these is read as if all its cells were empty. */
export const optionalColumns = [
  'ean',
  'runflat',
  'vehicle',
  'competition',
  'marks',
  'fuel',
  'wet',
  'noise_db',
  'noise_class',
  'snow',
  'ice',
  'eprel_id',
  'dot_year',
  'weight_kg',
  'lead_days',
] as const;

export type Column = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];

/** Where stock can lie: each branch, the supplier last. A list without `stock_<place>` leaves the stock there alone. */
export function stockPlaces(branches: string[]): string[] {
  return [...branches, 'supplier'];
}
