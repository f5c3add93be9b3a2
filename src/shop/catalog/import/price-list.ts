/** One record of a list, the header first. line: where it begins in the file, or its ordinal; no two have the same. */
export type ListRecord = {
  line: number;
  fields: string[];
  /** How the fields came about, where they are not what the supplier wrote. */
  made?: MadeFields;
};

/** A record that was made from a supplier's own columns. */
export type MadeFields = {
  /** What the supplier wrote, for each field: reports show it. */
  written: string[];
  /** Columns that could not be made, and why; the column null: the record as a whole. */
  faults: Map<string | null, string>;
  /** What was left out of it without refusing it. */
  warnings: string[];
};

/** A price list: the bytes of a CSV in our columns, or records that somebody has made of another format. */
export type PriceList = AsyncIterable<Uint8Array> | { records: AsyncGenerator<ListRecord>; counts: 'line' | 'row' };
