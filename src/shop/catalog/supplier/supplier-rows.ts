/** A row as the supplier wrote it: those of its fields that the shop reads. line: of the file, or the row's ordinal. */
export type SupplierRow = {
  line: number;
  fields: Map<string, string>;
  /** What is wrong with the row as a whole. */
  fault?: string;
};

/** The longest text of a file, and the longest row, in characters: no tire needs more. */
export const longestText = 64 * 1024;

/** How deep XML and JSON may be nested. */
export const deepest = 32;

/** Adds to a field; one that is there twice has both values, so that what cannot be two is refused later. */
export function addField(fields: Map<string, string>, name: string, value: string): void {
  const before = fields.get(name);
  fields.set(name, before === undefined || before === '' ? value : value === '' ? before : `${before} ${value}`);
}
