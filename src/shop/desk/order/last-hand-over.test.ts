import { expect, test } from 'vitest';
import type { DeskChange, DeskLine } from './desk-order.ts';
import { lastHandOver } from './last-hand-over.ts';

const lines = [
  { position: 1, tireId: 'a', handedOver: 4 },
  { position: 2, tireId: 'b', handedOver: 2 },
] as DeskLine[];

const handOver = (at: string, position: number, count: number): DeskChange => ({
  at,
  actor: 'staff:kati',
  kind: 'handling',
  type: 'handed_over',
  data: { position, count },
});

test.each([
  ['null, when nothing was handed over', [], null],
  ['the second of two', [handOver('1', 1, 2), handOver('2', 1, 2)], [{ id: 'a', count: 2 }]],
  [
    'both kinds of tires, when the last hand-over had two',
    [handOver('1', 1, 2), handOver('2', 1, 2), handOver('2', 2, 2)],
    [
      { id: 'a', count: 2 },
      { id: 'b', count: 2 },
    ],
  ],
  [
    'the first, when the second was undone',
    [handOver('1', 1, 3), handOver('2', 1, 1), handOver('3', 1, -1)],
    [{ id: 'a', count: 3 }],
  ],
  ['null, when all were undone', [handOver('1', 1, 2), handOver('2', 1, -2)], null],
  ['no more than the buyer still has', [handOver('1', 1, 9)], [{ id: 'a', count: 4 }]],
] satisfies [string, DeskChange[], unknown][])('lastHandOver returns %s', (_, history, tires) => {
  expect(lastHandOver({ history, lines })).toEqual(tires);
});
