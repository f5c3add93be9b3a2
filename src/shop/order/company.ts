/** `address`: absent in orders that are older than this field. */
export type Company = { name: string; regCode: string; vatNumber: string | null; address?: string | null };

/** Returns a text that is equal for companies with the same data. */
export function companyText(company: Company | null): string | null {
  if (!company) return null;
  const { name, regCode, vatNumber, address } = company;
  return JSON.stringify([name, regCode, vatNumber ?? '', address ?? '']);
}
