import type { DocumentKind } from './money-document.ts';

const digitOf = { invoice: 1, 'credit-note': 2, receipt: 3 } as const satisfies Record<DocumentKind, number>;

export const documentKinds = Object.keys(digitOf) as DocumentKind[];

export type SeriesNumber = { kind: DocumentKind; year: number; no: number };

/** Numbers of one series that the shop skips, because lost documents may have them. */
export type SkippedNumbers = { kind: DocumentKind; first: string; last: string; count: number };

/** `restoredAt`: when the restore that caused the skip was made. `until`: the restored data go up to this time. */
export type NumbersSkippedByRestore = SkippedNumbers & { restoredAt: Date; until: Date };

/** Two digits of the year, one of the series, six of the number: the program Directo accepts at most nine digits. */
export function documentNumber(kind: DocumentKind, year: number, no: number): string {
  return `${String(year % 100).padStart(2, '0')}${digitOf[kind]}${String(no).padStart(6, '0')}`;
}

/** Reads `261000017`. Returns null for anything that `documentNumber` does not write. */
export function readDocumentNumber(text: string): SeriesNumber | null {
  const [, year = '', digit = '', no = ''] = /^(\d\d)([123])(\d{6})$/.exec(text) ?? [];
  const kind = documentKinds.find((candidate) => String(digitOf[candidate]) === digit);
  if (kind === undefined || Number(no) === 0) return null;
  return { kind, year: 2000 + Number(year), no: Number(no) };
}
