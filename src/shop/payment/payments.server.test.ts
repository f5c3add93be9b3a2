import { expect, test } from 'vitest';
import { nextPollAt } from './payments.server.ts';

const start = new Date('2026-11-20T10:00:00Z');
const expiry = 30;
const expires = new Date('2026-11-20T10:30:00Z');
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

test('polls an unfinished payment at 1, 3, 10 and 30 minutes, 15 minutes after it expires, then each hour for two days, then each day for a week', () => {
  const pollMinutes: number[] = [];
  for (let next = nextPollAt(start, expires, start); next; next = nextPollAt(start, expires, next)) {
    pollMinutes.push((next.getTime() - start.getTime()) / 60_000);
  }
  expect(pollMinutes.slice(0, 7)).toEqual([
    1,
    3,
    10,
    30,
    expiry + 15,
    expiry + 15 + hourMinutes,
    expiry + 15 + 2 * hourMinutes,
  ]);
  const gaps = pollMinutes.slice(1).map((minutes, index) => minutes - (pollMinutes[index] ?? 0));
  expect(gaps.filter((gap) => gap === hourMinutes)).toHaveLength(48);
  expect(new Set(gaps.slice(-4))).toEqual(new Set([dayMinutes]));
  expect(pollMinutes.at(-1)).toBeLessThanOrEqual(expiry + 7 * dayMinutes);
  expect(pollMinutes.at(-1)).toBeGreaterThan(expiry + 6 * dayMinutes);
});

test('the next poll is in the future, also if the clock is behind the start of the payment', () => {
  expect(nextPollAt(start, expires, at(-4))?.getTime()).toBeGreaterThan(at(-4).getTime());
  expect(nextPollAt(start, expires, at(12))).toEqual(at(30));
});
