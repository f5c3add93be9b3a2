import { expect, test } from 'vitest';
import { nextPoll } from './payments.server.ts';

const start = new Date('2026-11-20T10:00:00Z');
const expires = new Date('2026-11-20T10:30:00Z');
const hours = 60;
const days = 24 * hours;
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

test('polls an unfinished payment at growing intervals, until 7 days after it expires', () => {
  const pollMinutes: number[] = [];
  for (let next = nextPoll(start, expires, start); next; next = nextPoll(start, expires, next)) {
    pollMinutes.push((next.getTime() - start.getTime()) / 60_000);
  }
  expect(pollMinutes.slice(0, 7)).toEqual([1, 3, 10, 30, 45, 45 + hours, 45 + 2 * hours]);
  const gaps = pollMinutes.slice(1).map((minutes, n) => minutes - (pollMinutes[n] ?? 0));
  expect(gaps.filter((gap) => gap === hours)).toHaveLength(48);
  expect(new Set(gaps.slice(-4))).toEqual(new Set([days]));
  expect(pollMinutes.at(-1)).toBeLessThanOrEqual(30 + 7 * days);
  expect(pollMinutes.at(-1)).toBeGreaterThan(30 + 6 * days);
});

test('the next poll is in the future, also with a skewed clock', () => {
  expect(nextPoll(start, expires, at(-4))?.getTime()).toBeGreaterThan(at(-4).getTime());
  expect(nextPoll(start, expires, at(12))).toEqual(at(30));
});
