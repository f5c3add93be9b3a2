import { expect, test } from 'vitest';
import { companiesInKmdInf } from './month-report.ts';

const invoice = (regCode: string, absoluteNetCents: number) =>
  ({ regCode, kind: 'invoice', absoluteNetCents }) as const;
const credit = (regCode: string, absoluteNetCents: number) =>
  ({ regCode, kind: 'credit-note', absoluteNetCents }) as const;

test.each([
  ['nothing under 1,000 €', [invoice('1', 60_000), invoice('1', 39_999)], []],
  [
    'a company with invoices of 1,000 € in all',
    [invoice('1', 60_000), invoice('1', 40_000), invoice('2', 99_999)],
    ['1'],
  ],
  ['a company with over 1,000 € whose credit note lowers that', [invoice('1', 100_001), credit('1', 50_000)], ['1']],
  ['a company with credit notes of 1,000 €', [credit('1', 100_000)], ['1']],
  ['nothing under 1,000 € in invoices and in credit notes', [invoice('1', 60_000), credit('1', 60_000)], []],
])('KMD INF lists %s', (_, documents, listed) => {
  expect([...companiesInKmdInf(documents)]).toEqual(listed);
});
