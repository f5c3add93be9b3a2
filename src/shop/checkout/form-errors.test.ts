import { expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { canonicalJson } from './canonical-json.ts';
import { formErrors, unknownTires } from './form-errors.ts';
import type { OrderForm } from './order-form.ts';
import { wantedLines } from './wanted-lines.ts';

function errorsOf(changes: Partial<OrderForm>, methodKnown = true) {
  const form: OrderForm = {
    locale: 'ee',
    customer: { name: 'Mari', email: 'mari@example.com', phone: '5123456' },
    company: null,
    branch: 'ringtee',
    fulfilment: 'pickup',
    plate: null,
    paymentMethod: 'pay_at_branch',
    items: [{ id: 'a', count: 4, price: 1 }],
    note: '',
    acceptTerms: true,
    ...changes,
  };
  return formErrors(form, wantedLines(form.items), shop, shop.limits, methodKnown);
}

const lines = (...counts: [string, number][]) => counts.map(([id, count]) => ({ id, count, price: 1 }));

test('lines of the same tire are one', () => {
  expect(wantedLines(lines(['a', 1], ['b', 2], ['a', 3]))).toEqual([
    { id: 'a', count: 4, indexes: [0, 2], pricesSeen: [1, 1] },
    { id: 'b', count: 2, indexes: [1], pricesSeen: [1] },
  ]);
});

test('what the shop does not know or allow is named, each field once', () => {
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ branch: 'toString' }, false)).toEqual([
    { path: 'branch', code: 'unknown' },
    { path: 'paymentMethod', code: 'unknown' },
  ]);
  expect(errorsOf({ items: lines(['a', 20], ['b', 20]) })).toEqual([]);
  expect(errorsOf({ items: lines(['b', 1], ['a', 20], ['a', 1]) })).toEqual([{ path: 'items.1.count', code: 'max' }]);
  expect(errorsOf({ items: lines(['a', 20], ['b', 20], ['c', 1]) })).toEqual([{ path: 'items', code: 'max' }]);
});

test('every line with an unknown tire is named', () => {
  expect(unknownTires(wantedLines(lines(['a', 1], ['x', 1], ['x', 1])), new Set(['a']))).toEqual([
    { path: 'items.1.id', code: 'unknown' },
    { path: 'items.2.id', code: 'unknown' },
  ]);
});

test('canonical JSON is the same for the same content in any order of keys', () => {
  expect(canonicalJson({ b: [{ y: 1, x: null }], a: 'ä' })).toBe(canonicalJson({ a: 'ä', b: [{ x: null, y: 1 }] }));
  expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
});
