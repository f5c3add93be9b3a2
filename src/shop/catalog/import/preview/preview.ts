import type { Cents } from '../../../money.ts';
import type { ImportReport } from '../report.ts';

/** `percent`: the rounded change of the price; negative if the tire becomes cheaper. */
export type PriceJump = { tireId: string; title: string; size: string; before: Cents; after: Cents; percent: number };

export type OverwrittenStock = {
  tireId: string;
  title: string;
  size: string;
  branch: string;
  before: number;
  after: number;
};

/** `upload`: the id for `applyPriceList`. `jumps`: the largest price changes. `overwritten`: changed branch stock. */
export type PriceListPreview = {
  upload: number;
  name: string;
  report: ImportReport;
  jumps: PriceJump[];
  overwritten: { total: number; rows: OverwrittenStock[] };
};
