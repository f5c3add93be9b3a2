import { expect, test } from 'vitest';
import { companiesToList } from './month-report.ts';

const invoice = (regCode: string, netCents: number) => ({ regCode, kind: 'invoice', netCents }) as const;
const credit = (regCode: string, netCents: number) => ({ regCode, kind: 'credit-note', netCents }) as const;

test.each([
  ['under 1,000 €', [invoice('1', 60_000), invoice('1', 39_999)], []],
  ['1,000 € in all', [invoice('1', 60_000), invoice('1', 40_000), invoice('2', 99_999)], ['1']],
  ['over 1,000 € with a credit note', [invoice('1', 100_001), credit('1', 50_000)], ['1']],
  ['credit notes alone', [credit('1', 100_000)], ['1']],
  ['under 1,000 € in each of invoices and credit notes', [invoice('1', 60_000), credit('1', 60_000)], []],
])('KMD INF lists a company with %s', (_, documents, listed) => {
  expect([...companiesToList(documents)]).toEqual(listed);
});
