import type { ImportRefusal } from './file/refusal.ts';
import type { RowError } from './file/row.ts';

/**
 * The result of an import or a dry run. Counts rows of the list, except `unlisted` and `removed`:
 * read = added + updated + unchanged + failed.
 */
export type ImportReport = {
  /** The unit of `line` in errors: lines of the file, or rows for formats without lines. */
  counts: 'line' | 'row';
  read: number;
  /** Rows that the supplier did not list before; `joined`: those of tires that another supplier lists. */
  added: number;
  joined: number;
  /** Known rows with any change, with another price, with other stock. */
  updated: number;
  priceChanged: number;
  stockChanged: number;
  unchanged: number;
  unlisted: number;
  removed: number;
  failed: number;
  errors: RowError[];
  warnings: string[];
  refusal: ImportRefusal | null;
  changed: boolean;
  dryRun: boolean;
};

export const mostErrors = 10_000;
export const mostWarnings = 1_000;

export function emptyReport(dryRun: boolean): ImportReport {
  return {
    counts: 'line',
    read: 0,
    added: 0,
    joined: 0,
    updated: 0,
    priceChanged: 0,
    stockChanged: 0,
    unchanged: 0,
    unlisted: 0,
    removed: 0,
    failed: 0,
    errors: [],
    warnings: [],
    refusal: null,
    changed: false,
    dryRun,
  };
}

export function addErrors(report: ImportReport, errors: RowError[]): void {
  if (errors.length === 0) return;
  report.errors = [...report.errors, ...errors].toSorted((a, b) => a.line - b.line).slice(0, mostErrors);
}
