import type { Cents } from '../../../money.ts';
import type { ImportReport } from '../report.ts';

/** `percent`: the change in percent of the price before, rounded; negative if the tire becomes cheaper. */
export type PriceJump = { tireId: string; title: string; size: string; before: Cents; after: Cents; percent: number };

/** A count at a branch that the list would replace. */
export type OverwrittenCount = {
  tireId: string;
  title: string;
  size: string;
  branch: string;
  before: number;
  after: number;
};

/** What the import of a price list would change. `upload`: the id with which the import takes exactly this file. */
export type PriceListPreview = {
  upload: number;
  name: string;
  report: ImportReport;
  /** The ten largest price changes. */
  jumps: PriceJump[];
  overwritten: { total: number; rows: OverwrittenCount[] };
};
