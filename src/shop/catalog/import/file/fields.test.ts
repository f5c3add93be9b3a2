import { expect, test } from 'vitest';
import { decimal, ean, isEan, oneOf, optional, required, textUpTo, wholeNumber, yesNo } from './fields.ts';

const price = decimal('price', { decimals: 2, min: 1, max: 10_000_00 });

test.each([
  ['79.90', 7990],
  ['79,9', 7990],
  ['80', 8000],
  ['0.01', 1],
  ['10000', 1000000],
])('price %s is %i cents', (text, cents) => {
  expect(price(text)).toEqual({ ok: true, value: cents });
});

test('reads each of 100,000 prices to the cent', () => {
  const wrong: string[] = [];
  for (let cents = 1; cents <= 100_000; cents++) {
    const digits = String(cents).padStart(3, '0');
    const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
    const reading = price(text);
    if (!reading.ok || reading.value !== cents) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['abc', { reason: 'not-number', name: 'price' }],
  ['-1', { reason: 'not-number', name: 'price' }],
  ['1 079,90', { reason: 'not-number', name: 'price' }],
  ['1.079,90', { reason: 'not-number', name: 'price' }],
  ['1e3', { reason: 'not-number', name: 'price' }],
  ['79.905', { reason: 'too-many-decimals', max: 2 }],
  ['1,200', { reason: 'too-many-decimals', max: 2 }],
  ['0', { reason: 'less-than', min: 0.01 }],
  ['10000.01', { reason: 'more-than', max: 10_000 }],
])('price %s is refused: %o', (text, fault) => {
  expect(price(text)).toEqual({ ok: false, fault });
});

test.each(['yes', 'TRUE', '1', 'Jah'])('%s is yes', (text) => expect(yesNo(text)).toEqual({ ok: true, value: true }));
test.each(['no', 'False', '0', 'EI'])('%s is no', (text) => expect(yesNo(text)).toEqual({ ok: true, value: false }));

test('reads whole numbers, choices and texts within their limits, and empty cells as the default or an error', () => {
  expect(wholeNumber(0, 365)('365')).toEqual({ ok: true, value: 365 });
  expect(wholeNumber(0, 365)('366')).toEqual({ ok: false, fault: { reason: 'more-than', max: 365 } });
  expect(wholeNumber(0, 365)('1.5')).toEqual({ ok: false, fault: { reason: 'not-whole-number' } });
  expect(oneOf(['summer', 'all_season'])('All-Season')).toEqual({ ok: true, value: 'all_season' });
  expect(oneOf(['summer'])('spring')).toEqual({ ok: false, fault: { reason: 'not-one-of', values: ['summer'] } });
  expect(textUpTo(3)('four')).toEqual({ ok: false, fault: { reason: 'too-long', max: 3 } });
  expect(optional(price, null)('')).toEqual({ ok: true, value: null });
  expect(required(price)('')).toEqual({ ok: false, fault: { reason: 'empty' } });
});

test.each(['6,41944E+12', '6.41944e12', '6419440000000', '641944000000'])('leaves out %s, a rounded EAN', (text) => {
  expect(ean(text)).toEqual({ ok: true, value: null, warning: 'left out, because a spreadsheet has rounded it' });
});

test('refuses a number that is not an EAN', () => {
  expect(ean('12345')).toEqual({ ok: false, fault: { reason: 'not-ean' } });
  expect(ean('6419440382318')).toEqual({ ok: false, fault: { reason: 'wrong-check-digit' } });
});

test.each(['6419440382319', '4019238817850', '96385074', '036000291452', '10012345678902'])('%s is an EAN', (text) => {
  expect(isEan(text)).toBe(true);
});

test.each(['6419440382318', '6419440383219', '641944038231', '', '64194403823190', 'abcdefgh'])(
  '%s is not an EAN',
  (text) => {
    expect(isEan(text)).toBe(false);
  },
);
