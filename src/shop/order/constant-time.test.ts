import { randomBytes, timingSafeEqual } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { branchLink, isBranchLink } from './branch-link.server.ts';
import { digest, tokenMatches } from './order-token.server.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const compared = vi.mocked(timingSafeEqual);

beforeEach(() => void compared.mockClear());

// How long a comparison took tells nothing of how much was right. That it takes so long can be measured nowhere reliably.
test.each([
  ['the token of an order', () => tokenMatches('right', digest('right')), true],
  ['a token that is wrong', () => tokenMatches('wrong', digest('right')), false],
  ['a token of an order that there is not', () => tokenMatches('any', null), false],
])('%s is compared in constant time', (_what, compare, fits) => {
  expect(compare()).toBe(fits);
  expect(compared).toHaveBeenCalledTimes(1);
  const [given, stored] = compared.mock.calls[0] ?? [];
  expect([given?.byteLength, stored?.byteLength]).toEqual([32, 32]);
});

test('the signature of a branch’s link is compared in constant time', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const [key, other] = [randomBytes(31), randomBytes(31)];
  expect(isBranchLink(key, branchLink(other, 'R26-4F7K2', now), now)).toBe(false);
  expect(compared).toHaveBeenCalledTimes(1);
});
