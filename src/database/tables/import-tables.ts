import type { Generated, JSONColumnType } from 'kysely';
import type { TireSources } from './catalogue-tables.ts';
import type { Identity, Timestamp } from './columns.ts';

/** `demonstration`: the import replaced the demonstration list. `recorded`: the import can still be undone. */
export type Imports = {
  id: Identity;
  at: Timestamp;
  file: string;
  actor: string;
  suppliers: string[];
  counts: JSONColumnType<ImportCounts>;
  demonstration: boolean;
  recorded: Generated<boolean>;
  undone_at: Timestamp | null;
  undone_by: string | null;
  /** The id of the last row of `stock_changes` before the import set its stock; null: not known. */
  last_stock_change: number | null;
  /** Tires of which the supplier owes pieces, and whose stock the list did not count. */
  uncounted_tires: Generated<string[]>;
};

export type ImportCounts = { added: number; updated: number; removed: number; failed: number };

/** A row of tire_sources as it was before an import changed it. */
export type ImportSources = TireSources & { import_id: number };

export type ImportStock = {
  import_id: number;
  tire_id: string;
  place: string;
  before: number;
  after: number;
  lead_days_before: number;
};
