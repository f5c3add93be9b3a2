import { randomBytes, timingSafeEqual } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { branchLink, isBranchLink } from '../checkout/desk/branch-link.server.ts';
import {
  newOrderNumber,
  orderNumberPattern,
  orderToken,
  referenceNumber,
  referenceOf,
  sha256,
  tokenMatches,
} from './order-codes.server.ts';

test('order numbers contain the year and are not sequential', () => {
  const numbers = Array.from({ length: 2000 }, () => newOrderNumber('2026-11-21'));
  for (const number of numbers) expect(number).toMatch(/^R26-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(new Set(numbers).size).toBeGreaterThan(1990);
  expect(new Set(numbers.map((number) => number.slice(4))).size).toBeGreaterThan(1990);
  expect(new Set(numbers.flatMap((number) => [...number.slice(4)])).size).toBe(32);
});

test('the pattern accepts generated numbers and no lookalikes', () => {
  expect(newOrderNumber('2031-01-01')).toMatch(orderNumberPattern);
  for (const wrong of ['R26-4F7KI', 'R26-4F7KL', 'R26-4F7KO', 'R26-4F7KU', 'r26-4f7k2', 'R26-4F7K', 'R26-4F7K22']) {
    expect(wrong).not.toMatch(orderNumberPattern);
  }
});

test('different order numbers have different reference numbers', () => {
  // 1·7 + 6·1 + 2·7 = 27, so the check digit is 3.
  expect(referenceOf('R26-00001')).toBe('26000000013');
  const code = fc.stringMatching(/^R\d\d-[0-9A-HJKMNP-TV-Z]{5}$/);
  fc.assert(
    fc.property(code, code, (a, b) => {
      expect(referenceOf(a)).toMatch(/^\d{11}$/);
      expect(referenceOf(a) === referenceOf(b)).toBe(a === b);
    }),
  );
});

// The first is the example of the Estonian Banking Association. For 55 the weighted sum is 50, a multiple of 10.
test.each([
  ['12131295', '121312952'],
  ['1', '13'],
  ['10', '107'],
  ['55', '550'],
  ['0', '00'],
  ['1234567890123456789', '12345678901234567894'],
])('the reference number of %s is %s', (base, expected) => expect(referenceNumber(base)).toBe(expected));

test.each(['', '12345678901234567890', '12a', '-1', '1.5', ' 1'])('throws for a reference number of %j', (base) => {
  expect(() => referenceNumber(base)).toThrow(RangeError);
});

const idempotencyKey = '0b3f7a52-7c51-4a63-9b0d-51a4ab1a9f0e';

test('derives a token of 128 bits from salt and idempotency key; another salt or key gives another token', () => {
  const salt = randomBytes(16);
  const token = orderToken(salt, idempotencyKey);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(orderToken(salt, idempotencyKey)).toBe(token);
  expect(orderToken(randomBytes(16), idempotencyKey)).not.toBe(token);
  expect(orderToken(salt, idempotencyKey.replace('0b', '0c'))).not.toBe(token);
});

test('only the token itself matches its digest', () => {
  const token = orderToken(randomBytes(16), idempotencyKey);
  expect(tokenMatches(token, sha256(token))).toBe(true);
  for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase(), 'x'.repeat(10_000)]) {
    expect(tokenMatches(wrong, sha256(token))).toBe(false);
  }
  expect(tokenMatches(token, null)).toBe(false);
});

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const timingSafeEqualMock = vi.mocked(timingSafeEqual);

beforeEach(() => void timingSafeEqualMock.mockClear());

// Checks which function compares, because durations cannot be measured reliably.
test.each([
  ['the token of an order', () => tokenMatches('right', sha256('right')), true],
  ['a wrong token', () => tokenMatches('wrong', sha256('right')), false],
  ['a token for an unknown order', () => tokenMatches('any', null), false],
])('compares %s in constant time', (_what, compare, expected) => {
  expect(compare()).toBe(expected);
  expect(timingSafeEqualMock).toHaveBeenCalledTimes(1);
  const [givenDigest, storedDigest] = timingSafeEqualMock.mock.calls[0] ?? [];
  expect([givenDigest?.byteLength, storedDigest?.byteLength]).toEqual([32, 32]);
});

test('compares the signature of a branch’s link in constant time', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const [key, otherKey] = [randomBytes(32), randomBytes(32)];
  expect(isBranchLink(key, branchLink(otherKey, 'R26-4F7K2', now), now)).toBe(false);
  expect(timingSafeEqualMock).toHaveBeenCalledTimes(1);
});
