import { expect, test } from 'vitest';
import { nextPollAt } from './payments.server.ts';

const start = new Date('2026-11-20T10:00:00Z');
const expiryMinutes = 30;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const expires = at(expiryMinutes);

test('polls an unfinished payment at 1, 3, 10, 30 and 45 minutes, then each hour for two days, then each day until a week after it expires', () => {
  const pollMinutes: number[] = [];
  for (let next = nextPollAt(start, expires, start); next; next = nextPollAt(start, expires, next)) {
    pollMinutes.push((next.getTime() - start.getTime()) / 60_000);
  }
  expect(pollMinutes.slice(0, 7)).toEqual([1, 3, 10, 30, 45, 45 + hourMinutes, 45 + 2 * hourMinutes]);
  const gaps = pollMinutes.slice(1).map((minutes, index) => minutes - (pollMinutes[index] ?? 0));
  expect(gaps.filter((gap) => gap === hourMinutes)).toHaveLength(48);
  expect(new Set(gaps.slice(-4))).toEqual(new Set([dayMinutes]));
  expect(pollMinutes.at(-1)).toBeLessThanOrEqual(expiryMinutes + 7 * dayMinutes);
  expect(pollMinutes.at(-1)).toBeGreaterThan(expiryMinutes + 6 * dayMinutes);
});

test('the next poll is in the future, also if the clock is behind the start of the payment', () => {
  expect(nextPollAt(start, expires, at(-4))?.getTime()).toBeGreaterThan(at(-4).getTime());
  expect(nextPollAt(start, expires, at(12))).toEqual(at(30));
});
