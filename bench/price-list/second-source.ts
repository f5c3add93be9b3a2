import { between, randomOf } from './random.ts';
import type { Row } from './row.ts';
import { supplierAfter } from './suppliers.ts';
import { type Tire, tireKey } from './tire.ts';

/**
 * The same tire in the list of a second wholesaler, who is dearer and a little slower or faster; null for nearly all. One
 * whose name comes later, so that the first is the one that names and prices the tire.
 */
export function secondSource(row: Row, tire: Tire, number: number): Row | null {
  const random = randomOf(`second ${tireKey(tire)}`);
  const other = supplierAfter(row.supplier, random);
  if (!other || row.stock_supplier < 4 || random() >= 0.01) return null;
  return {
    ...row,
    supplier: other.code,
    supplier_sku: other.sku(tire, number),
    price: `${Math.round(Number(row.price) * (1.02 + 0.06 * random()))}.90`,
    stock_ringtee: 0,
    stock_annelinn: 0,
    stock_supplier: between(random, 2, 24),
    lead_days: other.leadDays,
  };
}
