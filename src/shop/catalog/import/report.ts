import type { ImportRefusal } from './file/refusal.ts';
import type { RowError } from './file/row.ts';

export type ImportReport = ReturnType<typeof emptyReport>;

export const maxErrors = 10_000;
export const maxWarnings = 1_000;

/** read = added + updated + unchanged + failed. `unlisted`: offers that the list lacks. `removed`: tires off sale. `changed`: the catalogue was changed. */
export function emptyReport(dryRun: boolean) {
  return {
    /** The unit of the positions in `errors` and `warnings`: lines of a text file, or rows of a sheet. */
    recordUnit: 'line' as 'line' | 'row',
    read: 0,
    added: 0,
    /** Added rows whose tire another supplier lists too. */
    joined: 0,
    updated: 0,
    priceChanged: 0,
    stockChanged: 0,
    unchanged: 0,
    unlisted: 0,
    removed: 0,
    failed: 0,
    errors: [] as RowError[],
    warnings: [] as string[],
    refusal: null as ImportRefusal | null,
    changed: false,
    dryRun,
  };
}
