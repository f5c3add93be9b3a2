import type { Tables } from '../../database/tables.ts';

/** The company that an order is for. */
export type Company = NonNullable<Tables['orders']['company']>;

/** Returns a text that is the same for the same company with the same data; null: no company. */
export function companyText(company: Company | null): string | null {
  if (!company) return null;
  const { name, regCode, vatNumber, address } = company;
  return JSON.stringify([name, regCode, vatNumber ?? '', address ?? '']);
}
