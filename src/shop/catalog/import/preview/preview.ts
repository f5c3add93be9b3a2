import type { Cents } from '../../../money.ts';
import type { ImportReport } from '../report.ts';

/** `percent`: of the price before, rounded; negative: cheaper. */
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

/** What a price list would do. `upload`: by which exactly this file is applied. */
export type PriceListPreview = {
  upload: number;
  name: string;
  report: ImportReport;
  /** The ten largest changes of price. */
  jumps: PriceJump[];
  overwritten: { total: number; rows: OverwrittenCount[] };
};
