import { expect, test } from 'vitest';
import { instantAt } from '../../calendar.ts';
import type { Block } from '../day-plan.ts';
import { dayFrame } from '../day-plan.ts';
import { mustMove } from './must-move.ts';

const day = '2026-11-20';
const at = (time: string) => instantAt(day, time).getTime();
const hours = { weekdays: { opens: '09:00', closes: '18:00' }, weekends: 'by-booking', exceptions: {} } as const;
const bays = [{ id: 1, online: true, maxRim: 18, vans: false }];

const mustMoveBooking = (
  { from = '10:00', to = '10:30', rim = 17, vehicle = 'car' as const, bay = 1 },
  blocks: Block[] = [],
  frame = dayFrame(day, hours, { windows: {} }),
) => mustMove({ bay, from: at(from), to: at(to), work: { vehicle, rim } }, frame, { bays, blocks });

const block = (from: string, to: string, bay: number | null = 1): Block => ({
  bay,
  opens: false,
  from: at(from),
  to: at(to),
});
const extraHours = (from: string, to: string): Block => ({ ...block(from, to), opens: true });

test.each([
  ['inside the hours', {}, [], false],
  ['beside a block', {}, [block('09:00', '10:00'), block('10:30', '11:00')], false],
  ['partly in a block', {}, [block('10:15', '11:00')], true],
  ['in a block of every bay', {}, [block('10:00', '11:00', null)], true],
  ['in a block of another bay', {}, [block('10:00', '11:00', 2)], false],
  ['beyond closing', { from: '17:45', to: '18:15' }, [], true],
  ['beyond closing, in extra hours', { from: '17:45', to: '18:15' }, [extraHours('18:00', '19:00')], false],
  ['in a bay that no longer exists', { bay: 2 }, [], true],
  ['with a rim that is too large for its bay', { rim: 19 }, [], true],
] as const)('decides whether a booking must move: %s', (_case, booking, blocks, expected) => {
  expect(mustMoveBooking(booking, [...blocks])).toBe(expected);
});

test('a booking on a day that has become a holiday must move', () => {
  const closed = dayFrame(day, { ...hours, exceptions: { [day]: null } }, { windows: {} });
  expect(mustMoveBooking({}, [], closed)).toBe(true);
});
