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

  test('has nobody wait for long from when it has been full until nobody waits', () => {
    const { line, decided, come } = aLine({ atOnce: () => 1, waiting: 2, waitMs: 2_000, crowdedMs: 700 });
    const lasts = (ms: number, name: string) => {
      vi.advanceTimersByTime(ms);
      line.leave(name);
    };
    for (const name of ['a', 'b', 'c']) come(name);
    lasts(700, 'a');
    expect(decided).toEqual(['a in', 'b in']);
    come('d');
    come('e');
    expect(decided.at(-1)).toBe('e refused');
    // Full, and `c` has waited for 701 ms: it is `d` who is served in time.
    lasts(1, 'b');
    expect(decided.slice(-2)).toEqual(['c refused', 'd in']);
    come('f');
    lasts(1_999, 'd');
    expect(decided.at(-1)).toBe('f in');
    expect(line.counts).toEqual({ working: 1, waiting: 0, admitted: 4, refused: 2 });
  });

  test('is full for who is refused ahead of it, too, and not for who has the share of an address', () => {
    const limits = { atOnce: () => 1, waiting: 2, waitMs: 2_000, crowdedMs: 700, ofOneAddress: 2 };
    for (const [second, outcome] of [
      ['greedy', 'in'],
      ['modest', 'refused'],
    ]) {
      const { line, decided, come } = aLine(limits);
      come('a', 'greedy');
      come('b', second);
      if (second === 'modest') come('c', 'another');
      line.refusedAhead();
      vi.advanceTimersByTime(700);
      line.leave('greedy');
      expect(decided[1]).toBe(`b ${outcome}`);
    }
  });
});
