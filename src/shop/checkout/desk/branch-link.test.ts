import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { branchLink, isBranchLink } from './branch-link.server.ts';

const key = randomBytes(32);
const now = new Date('2026-11-20T10:00:00Z');
const daysLater = (n: number) => new Date(now.getTime() + n * 24 * 60 * 60 * 1000);
const link = branchLink(key, 'R26-4F7K2', now);

test('a link opens its order for 60 days', () => {
  expect(isBranchLink(key, link, now)).toBe(true);
  expect(isBranchLink(key, link, daysLater(59))).toBe(true);
  expect(isBranchLink(key, link, daysLater(60))).toBe(false);
});

test('refuses a link with another order, a changed expiry, another key or a signature of another length', () => {
  for (const wrong of [
    { ...link, order: 'R26-4F7K3' },
    { ...link, until: `${Number(link.until) + 1}` },
    { ...link, sign: link.sign.slice(0, -2) },
    { ...link, sign: '' },
    { ...link, sign: `${link.sign}AA` },
    { ...link, until: 'NaN' },
  ]) {
    expect(isBranchLink(key, wrong, now)).toBe(false);
  }
  expect(isBranchLink(randomBytes(32), link, now)).toBe(false);
});
