import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LineLimits, openLine } from './line.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A line in which each begins at once when it may, and what was decided of whom, in turn. */
function aLine(limits: Partial<LineLimits> = {}) {
  const soon = (next: () => void) => next();
  const line = openLine({ atOnce: () => 2, waiting: 2, waitMs: 700, ofOneAddress: 9, soon, ...limits });
  const decided: string[] = [];
  const come = (name: string, address = name) =>
    line.enter(address, (admitted) => decided.push(`${name} ${admitted ? 'in' : 'refused'}`));
  return { line, decided, come };
}

describe('a line', () => {
  test('lets so many work at once, has so many wait in the order in which they came, and refuses the rest', () => {
    const { line, decided, come } = aLine();
    for (const name of ['a', 'b', 'c', 'd', 'e']) come(name);
    expect(decided).toEqual(['a in', 'b in', 'e refused']);
    expect(line.refuses('f')).toBe(true);
    line.leave('b');
    expect(decided.at(-1)).toBe('c in');
    expect(line.refuses('f')).toBe(false);
    line.leave('a');
    expect(decided.at(-1)).toBe('d in');
    expect(line.counts).toEqual({ working: 2, waiting: 0, admitted: 4, refused: 1 });
  });

  test('refuses who has waited too long, and does not call them any more', () => {
    const { line, decided, come } = aLine({ atOnce: () => 1, ofOneAddress: 1 });
    come('a');
    come('b');
    expect(line.refuses('b')).toBe(true);
    vi.advanceTimersByTime(699);
    come('c');
    expect(decided).toEqual(['a in']);
    vi.advanceTimersByTime(1);
    expect(decided).toEqual(['a in', 'b refused']);
    expect(line.refuses('b')).toBe(false);
    line.leave('a');
    expect(decided).toEqual(['a in', 'b refused', 'c in']);
    expect(line.counts).toEqual({ working: 1, waiting: 0, admitted: 2, refused: 1 });
  });

  test('gives one address its share and no more, working or waiting, and the rest to others', () => {
    const { line, decided, come } = aLine({ atOnce: () => 1, waiting: 5, ofOneAddress: 2 });
    for (const name of ['a', 'b', 'c']) come(name, 'greedy');
    come('d', 'modest');
    expect(decided).toEqual(['a in', 'c refused']);
    expect(line.refuses('greedy')).toBe(true);
    line.leave('greedy');
    expect(line.refuses('greedy')).toBe(false);
    vi.advanceTimersByTime(700);
    expect(decided).toEqual(['a in', 'c refused', 'b in', 'd refused']);
    line.leave('greedy');
    for (const name of ['e', 'f', 'g']) come(name, 'greedy');
    expect(decided.slice(-2)).toEqual(['e in', 'g refused']);
  });

  test('calls in as many as may work now, when that has become more, and none when it has become fewer', () => {
    const atOnce = vi.fn(() => 1);
    const { line, decided, come } = aLine({ atOnce, waiting: 9 });
    for (const name of ['a', 'b', 'c', 'd']) come(name);
    atOnce.mockReturnValue(2);
    line.leave('a');
    expect(decided).toEqual(['a in', 'b in', 'c in']);
    atOnce.mockReturnValue(1);
    line.leave('b');
    expect(decided).toEqual(['a in', 'b in', 'c in']);
    line.leave('c');
    expect(decided.at(-1)).toBe('d in');
  });

  test('calls the next when it is told to, one at a time', () => {
    const calls: (() => void)[] = [];
    const { line, decided, come } = aLine({ waiting: 9, soon: (next) => void calls.push(next) });
    for (const name of ['a', 'b', 'c', 'd', 'e']) come(name);
    line.leave('a');
    line.leave('b');
    expect(decided).toEqual(['a in', 'b in']);
    calls.shift()?.();
    expect(decided).toEqual(['a in', 'b in', 'c in']);
    calls.shift()?.();
    expect(decided).toEqual(['a in', 'b in', 'c in', 'd in']);
  });

  test('has as many wait as are served in time as it moves, and two however slowly it does', () => {
    const pace = { done: vi.fn(), within: vi.fn((ms: number) => ms / 100) };
    const { line, decided, come } = aLine({ atOnce: () => 1, waiting: 5, withinMs: 300, pace });
    for (const name of ['a', 'b', 'c', 'd', 'e']) come(name);
    expect(decided).toEqual(['a in', 'e refused']);
    pace.within.mockReturnValue(0);
    for (const name of ['a', 'b']) line.leave(name);
    come('f');
    come('g');
    expect(decided).toEqual(['a in', 'e refused', 'b in', 'c in', 'g refused']);
    pace.within.mockReturnValue(Number.POSITIVE_INFINITY);
    for (const name of ['h', 'i', 'j', 'k']) come(name);
    expect(decided.at(-1)).toBe('k refused');
    expect(line.counts.waiting).toBe(5);
  });

  test('sees how it moves by those who leave while others wait', () => {
    const pace = { done: vi.fn(), within: () => 9 };
    const { line, come } = aLine({ atOnce: () => 1, pace });
    for (const name of ['a', 'b', 'c']) come(name);
    for (const name of ['a', 'b', 'c']) line.leave(name);
    expect(pace.done.mock.calls).toEqual([[true], [true], [false]]);
  });
});
