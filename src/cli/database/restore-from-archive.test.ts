import { expect, test } from 'vitest';
import { UsageError } from '../command.ts';
import { parseTallinnTime } from './restore-from-archive.ts';

test.each([
  ['2026-11-23 14:05', '2026-11-23T12:05:00.000Z'],
  ['2026-11-23T14:05', '2026-11-23T12:05:00.000Z'],
  ['2026-11-23 14:05:30', '2026-11-23T12:05:30.000Z'],
  ['2026-07-01 00:00', '2026-06-30T21:00:00.000Z'],
])('reads %s as a time in Tallinn', (text, expected) => expect(parseTallinnTime(text).toISOString()).toBe(expected));

test.each([
  '2026-11-23',
  '14:05',
  '2026-11-31 10:00',
  '2026-11-23 24:05',
  '2026-11-23 14:05:60',
  '2026-03-29 03:30',
  'now',
])('refuses %s: incomplete, or a time that does not exist in Tallinn', (text) =>
  expect(() => parseTallinnTime(text)).toThrow(UsageError),
);
