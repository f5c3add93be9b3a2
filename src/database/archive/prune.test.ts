import { expect, test } from 'vitest';
import { findPrunable } from './prune.ts';

const at = (day: number) => new Date(`2026-11-${String(day).padStart(2, '0')}T01:00:00Z`);
const wal = (number: number, timeline = 1) =>
  `0000000${timeline}00000000${number.toString(16).padStart(8, '0')}`.toUpperCase();

/** A base backup of a day. Its first WAL segment has ten times the number of the day. */
const base = (day: number) => ({ name: `${day}`, at: at(day), startWal: wal(day * 10) });

/** With the default `now`, the last seven days begin an hour after the base backup of day 13. */
const pruned = (days: number[], names: string[], keepDays = 7, now = new Date('2026-11-20T02:00:00Z')) =>
  findPrunable({ bases: days.map(base), wal: names }, { now, days: keepDays });

test('keeps the base backups of the last days, and the last one before them, which a restore to the first of these days needs', () => {
  expect(pruned([10, 11, 12, 13, 14, 20], []).bases).toEqual(['12', '11', '10']);
});

test('keeps every WAL file from the start of the oldest kept base backup on, on all timelines', () => {
  const needed = [wal(130), wal(131), wal(130, 2), wal(205)];
  const unneeded = [wal(129), wal(129, 2), `${wal(129)}.00000028.backup`, `${wal(128)}.partial`];
  expect(pruned([12, 13, 14, 20], [...needed, ...unneeded, '00000002.history']).wal).toEqual(unneeded);
});

test('never removes the newest base backup and its WAL, however old it is', () => {
  expect(pruned([1, 2], [wal(19), wal(20), wal(21)])).toEqual({ bases: ['1'], wal: [wal(19)] });
});

test('removes nothing without a base backup', () => {
  expect(pruned([], [wal(1), wal(2)])).toEqual({ bases: [], wal: [] });
});

test('removes no base backup when the clock is set back, and only WAL files that no base backup needs', () => {
  expect(pruned([10, 19, 20], [wal(1)], 7, at(5))).toEqual({ bases: [], wal: [wal(1)] });
});
