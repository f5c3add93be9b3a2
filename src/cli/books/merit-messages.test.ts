import { expect, test } from 'vitest';
import { sampleInvoice } from '../../../test/support/books/sample-documents.ts';
import { meritMessages } from './merit-messages.ts';

const messages = meritMessages();

test('gives document lines their Estonian texts', () => {
  const priceReduction = { grossCents: 2_000, count: 0, name: 'Nokian' };
  const lines = [
    { grossCents: 31_960, name: 'Nokian 205/55 R16' },
    { grossCents: 5_000, kind: 'prepayment' as const, name: '' },
    { grossCents: -5_000, kind: 'deduction' as const, count: -1, name: '261000001' },
    priceReduction,
  ];
  const document = sampleInvoice(lines, { orderNumber: 'R-2026-004711' });
  expect(document.lines.map((line) => messages.line(line, document))).toEqual([
    'Nokian 205/55 R16',
    'Ettemaks tellimuse R-2026-004711 eest',
    'Maha arvatud ettemaks, arve 261000001',
    'Nokian, hinnaalandus',
  ]);
});

test('names the credited invoice and its day', () => {
  const creditedInvoice = { number: '261000123', issuedOn: '2026-11-24' };
  expect(messages.creditedInvoice(creditedInvoice)).toBe('Krediteeritav arve nr 261000123, 24.11.2026');
});
