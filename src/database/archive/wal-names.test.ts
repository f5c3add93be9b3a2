import { expect, test } from 'vitest';
import { bytesOfLsn, isInLineage, isWalName, lineageOf, missingSegments, timelineOfHistory } from './wal-names.ts';

const segmentBytes = 16 * 2 ** 20;

test.each([
  ['000000010000000A000000FF', true],
  ['00000002.history', true],
  ['000000010000000A000000FF.partial', true],
  ['000000010000000A000000FF.00000028.backup', true],
  ['000000010000000a000000ff', false],
  ['../000000010000000A00000', false],
  ['archive.json', false],
])('isWalName(%s) is %s', (name, expected) => expect(isWalName(name)).toBe(expected));

test('reads the timeline from the name of a history file, and null from any other name', () => {
  expect(timelineOfHistory('0000000B.history')).toBe(11);
  expect(timelineOfHistory('0000000B0000000000000001')).toBeNull();
});

test('reads an LSN', () => expect(bytesOfLsn('A/FF000028')).toBe(0xaff000028n));

const history = '1\t0/5000000\tbefore 2026-11-23 12:05:00+00\n\n2\t0/9000100\tno recovery target specified\n';

test('reads which LSNs of each timeline belong to the history of the newest timeline', () => {
  const lineage = lineageOf(3, history);
  expect(lineage).toEqual([
    { timeline: 1, startLsn: 0n },
    { timeline: 2, startLsn: 0x5000000n },
    { timeline: 3, startLsn: 0x9000100n },
  ]);
  expect(isInLineage(lineage, 1, 0x4ffffffn)).toBe(true);
  // Timeline 2 branched off at 0x5000000, so what follows on timeline 1 was given up by a restore.
  expect(isInLineage(lineage, 1, 0x5000001n)).toBe(false);
  expect(isInLineage(lineage, 3, 0x9000101n)).toBe(true);
  expect(isInLineage(lineage, 4, 0n)).toBe(false);
});

const segment = (timeline: number, number: number) =>
  `${hex(timeline)}${hex(Math.floor(number / 256))}${hex(number % 256)}`;
const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');

function missing(names: string[], start: string, lineage = lineageOf(1, '')) {
  return missingSegments(new Set(names), { start, lineage, segmentBytes });
}

test('finds missing segments, also where the log id in their names changes', () => {
  const names = [254, 255, 256, 258].map((number) => segment(1, number));
  expect(missing(names, segment(1, 254))).toEqual([segment(1, 257)]);
  expect(missing(names, segment(1, 253))).toEqual([segment(1, 253), segment(1, 257)]);
  expect(missing(names.slice(0, 3), segment(1, 254))).toEqual([]);
});

test('expects the segment in which a timeline begins only on that timeline, and ignores later segments of the timeline before it', () => {
  // Timeline 2 begins in segment 5, timeline 3 in segment 9.
  const lineage = lineageOf(3, '1\t0/5000100\tx\n2\t0/9000100\tx\n');
  const names = [
    ...[3, 4, 5, 6].map((number) => segment(1, number)),
    ...[5, 6, 7, 8].map((number) => segment(2, number)),
    ...[9, 10].map((number) => segment(3, number)),
  ];
  expect(missing(names, segment(1, 3), lineage)).toEqual([]);
  expect(
    missing(
      names.filter((name) => name !== segment(2, 5)),
      segment(1, 3),
      lineage,
    ),
  ).toEqual([segment(2, 5)]);
});
