import { listedColumns } from './listed-columns.ts';

/** What a list says of a tire, but for stock: in `tire_sources` and in `tires`. */
const described = Object.keys(listedColumns);

/** `s.ean, s.model, …`: what a list says of a tire, of one table. */
export function describedBy(alias: string): string {
  return described.map((column) => `${alias}.${column}`).join(', ');
}

export const describedColumns = described.join(', ');
