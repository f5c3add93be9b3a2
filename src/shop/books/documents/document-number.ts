import type { DocumentKind } from './money-document.ts';

const digitOf = { invoice: 1, 'credit-note': 2, receipt: 3 } as const satisfies Record<DocumentKind, number>;

/** Two digits of the year, one of the series, six of the number: the accounting program Directo accepts at most nine digits. */
export function documentNumber(kind: DocumentKind, year: number, no: number): string {
  return `${String(year % 100).padStart(2, '0')}${digitOf[kind]}${String(no).padStart(6, '0')}`;
}
