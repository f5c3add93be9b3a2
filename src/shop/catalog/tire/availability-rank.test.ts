import { expect, test } from 'vitest';
import { availabilityRank } from './availability-rank.ts';

const here = (count: number) => ({ branch: 'ringtee', count, leadDays: 0 });
const there = (count: number) => ({ branch: 'annelinn', count, leadDays: 0 });
const supplier = (count: number, leadDays: number) => ({ branch: 'supplier', count, leadDays });

test.each([
  ['four at a branch', [here(4)], 0],
  ['more than four at a branch', [supplier(20, 3), here(12)], 0],
  ['two at each branch', [here(2), there(2)], 1],
  ['the rest from a supplier', [here(3), supplier(8, 2)], 2],
  ['the rest from the slower of two suppliers', [supplier(3, 1), supplier(5, 4)], 4],
  ['only at a supplier', [supplier(20, 3)], 3],
  ['the last three, all here', [here(3)], 1000],
  ['the last three, one of them elsewhere', [here(2), there(1)], 1001],
  ['sold out', [], 1000],
])('the rank of %s', (_, stock, rank) => {
  const available = stock.reduce((sum, { count }) => sum + count, 0);
  expect(availabilityRank({ stock, available })).toBe(rank);
});
