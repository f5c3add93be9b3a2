import { expect, test } from 'vitest';
import { referenceNumber } from './reference-number.ts';

// The first is the example of the Estonian Banking Association; 55: the sum is 50, a multiple of 10.
test.each([
  ['12131295', '121312952'],
  ['1', '13'],
  ['10', '107'],
  ['55', '550'],
  ['0', '00'],
  ['1234567890123456789', '12345678901234567894'],
])('8.5.30 %s → %s', (base, expected) => expect(referenceNumber(base)).toBe(expected));

test.each(['', '12345678901234567890', '12a', '-1', '1.5', ' 1'])('8.5.30 refuses %j', (base) => {
  expect(() => referenceNumber(base)).toThrow(RangeError);
});
