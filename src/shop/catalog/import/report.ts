import type { Refusal } from './refusal.ts';
import type { RowError } from './row.ts';

/** What an import did; of a dry run, what it would have done. read = added + updated + unchanged + failed. */
export type ImportReport = {
  /** What `line` of an error counts: lines of the file, or, where rows have no line of their own, the rows. */
  counts: 'line' | 'row';
  /** Rows below the header. */
  read: number;
  /** Tires that the shop did not know. */
  added: number;
  /** Known tires of which anything changed; among them those with another price and those with other stock. */
  updated: number;
  priceChanged: number;
  stockChanged: number;
  unchanged: number;
  /** Tires taken off sale, because their supplier no longer lists them. */
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
    updated: 0,
    priceChanged: 0,
    stockChanged: 0,
    unchanged: 0,
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
