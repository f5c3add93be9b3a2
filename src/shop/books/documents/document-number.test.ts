import { expect, test } from 'vitest';
import { documentNumber, readDocumentNumber } from './document-number.ts';

test('reads back a number that it has written', () => {
  expect(readDocumentNumber(documentNumber('credit-note', 2026, 17))).toEqual({
    kind: 'credit-note',
    year: 2026,
    no: 17,
  });
});

test.each([
  ['an unknown series', '264000017'],
  ['the number 0', '261000000'],
  ['eight digits', '26100017'],
  ['ten digits', '2610000017'],
  ['the form of a purchase number', 'P26-00017'],
  ['no text', ''],
])('returns null for %s', (_, text) => expect(readDocumentNumber(text)).toBeNull());
