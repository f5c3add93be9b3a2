import type { Refusal } from './refusal.ts';
import type { RowError } from './row.ts';

/**
 * What an import did; of a dry run, what it would have done. Rows of the list but for `unlisted` and `removed`:
 * read = added + updated + unchanged + failed.
 */
export type ImportReport = {
  /** What `line` of an error counts: lines of the file, or, where rows have no line of their own, the rows. */
  counts: 'line' | 'row';
  /** Rows below the header. */
  read: number;
  /** Rows that the supplier has not listed before; among them further sources of a tire that another supplier lists. */
  added: number;
  joined: number;
  /** Known rows of which anything changed; among them those with another price and those with other stock. */
  updated: number;
  priceChanged: number;
  stockChanged: number;
  unchanged: number;
  /** Listed before by a supplier of this list, and no longer. */
  unlisted: number;
  /** Tires taken off sale, because no supplier lists them any more. */
  removed: number;
  /** Rows left out. */
  failed: number;
  /** What is wrong with them, at most `mostErrors`. */
  errors: RowError[];
  warnings: string[];
  refusal: Refusal | null;
  /** The catalogue is another than before; never true of a dry run or a refusal. */
  changed: boolean;
  dryRun: boolean;
};

/** A report is kept in memory and must stay readable. */
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

/** Adds errors in the order of their lines, as far as there is room. */
export function addErrors(report: ImportReport, errors: RowError[]): void {
  if (errors.length === 0) return;
  report.errors = [...report.errors, ...errors].toSorted((a, b) => a.line - b.line).slice(0, mostErrors);
}
