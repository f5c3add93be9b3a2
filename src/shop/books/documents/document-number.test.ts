import { expect, test } from 'vitest';
import { documentNumber, readDocumentNumber } from './document-number.ts';

test('reads back a number that it has written, and returns null for texts that are no document number', () => {
  expect(readDocumentNumber(documentNumber('credit-note', 2026, 17))).toEqual({
    kind: 'credit-note',
    year: 2026,
    no: 17,
  });
  for (const text of ['264000017', '261000000', '26100017', '2610000017', 'P26-00017', ''])
    expect(readDocumentNumber(text), text).toBeNull();
});
