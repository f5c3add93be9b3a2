import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openQueue, type QueueLimits } from './queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a queue, and records its decisions in order. `leave` waits until the queue has admitted the next request, if any. */
function aQueue(limits: Partial<QueueLimits> = {}) {
  const queue = openQueue({ concurrency: () => 2, maxWaiting: 2, maxWaitMs: 2_000, maxWaitOnceFullMs: 700, ...limits });
  const decided: string[] = [];
  const arrive = (name: string, client = name) =>
    queue.enter(client, (isAdmitted) => decided.push(`${name} ${isAdmitted ? 'admitted' : 'refused'}`));
  const leave = async (client: string) => {
    queue.leave(client);
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
  };
  return { queue, decided, arrive, leave };
}

describe('a queue', () => {
  test('admits up to its limit, queues further requests in order of arrival, and refuses the rest', async () => {
    const { queue, decided, arrive, leave } = aQueue();
    expect(queue.verdictFor('a')).toBe('admit');
    for (const name of ['a', 'b', 'c']) arrive(name);
    expect(queue.verdictFor('d')).toBe('wait');
    for (const name of ['d', 'e']) arrive(name);
    expect(decided).toEqual(['a admitted', 'b admitted', 'e refused']);
    expect(queue.verdictFor('f')).toBe('refuse');
    await leave('b');
    expect(decided.at(-1)).toBe('c admitted');
    expect(queue.verdictFor('f')).toBe('wait');
    await leave('a');
    expect(decided.at(-1)).toBe('d admitted');
    expect(queue.counts).toEqual({ working: 2, waiting: 0, admitted: 4, refused: 1 });
  });

  test('refuses a request that has waited too long', async () => {
    const { queue, decided, arrive, leave } = aQueue({ concurrency: () => 1, maxWaiting: 3 });
    arrive('a');
    arrive('b');
    vi.advanceTimersByTime(1_999);
    arrive('c');
    expect(decided).toEqual(['a admitted']);
    vi.advanceTimersByTime(1);
    expect(decided).toEqual(['a admitted', 'b refused']);
    expect(queue.verdictFor('b')).toBe('wait');
    await leave('a');
    expect(decided).toEqual(['a admitted', 'b refused', 'c admitted']);
    expect(queue.counts).toEqual({ working: 1, waiting: 0, admitted: 2, refused: 1 });
  });

  test('gives one client at most a quarter of all slots, running or waiting', async () => {
    const eightSlots = { concurrency: () => 1, maxWaiting: 7 };
    const { queue, decided, arrive, leave } = aQueue(eightSlots);
    for (const name of ['a', 'b', 'c']) arrive(name, 'greedy');
    arrive('d', 'modest');
    expect(decided).toEqual(['a admitted', 'c refused']);
    expect([queue.verdictFor('greedy'), queue.verdictFor('modest')]).toEqual(['refuse', 'wait']);
    await leave('greedy');
    expect(queue.verdictFor('greedy')).toBe('wait');
    await leave('greedy');
    expect(decided).toEqual(['a admitted', 'c refused', 'b admitted', 'd admitted']);
    for (const name of ['e', 'f', 'g']) arrive(name, 'greedy');
    expect(decided.at(-1)).toBe('g refused');
  });

  test('admits the client with the fewest requests first', async () => {
    const twelveSlots = { concurrency: () => 1, maxWaiting: 11 };
    const { decided, arrive, leave } = aQueue(twelveSlots);
    for (const name of ['a', 'b', 'c']) arrive(name, 'greedy');
    arrive('d', 'modest');
    arrive('e', 'humble');
    for (const client of ['greedy', 'modest', 'humble', 'greedy']) await leave(client);
    expect(decided).toEqual(['a', 'd', 'e', 'b', 'c'].map((name) => `${name} admitted`));
  });

  test('removes an aborted request without running it', async () => {
    const { queue, decided, arrive, leave } = aQueue({ concurrency: () => 1, maxWaiting: 7 });
    arrive('a');
    const stopWaiting = arrive('b', 'gone');
    arrive('c');
    stopWaiting();
    stopWaiting(); // a second call changes nothing
    expect(queue.counts).toEqual({ working: 1, waiting: 1, admitted: 1, refused: 0 });
    expect(queue.verdictFor('gone')).toBe('wait');
    await leave('a');
    expect(decided).toEqual(['a admitted', 'c admitted']);
    vi.advanceTimersByTime(2_000);
    expect(queue.counts).toEqual({ working: 1, waiting: 0, admitted: 2, refused: 0 });
  });

  test('admits more requests when its limit rises, and none when it falls', async () => {
    const concurrency = vi.fn(() => 1);
    const { decided, arrive, leave } = aQueue({ concurrency, maxWaiting: 9 });
    for (const name of ['a', 'b', 'c', 'd']) arrive(name);
    concurrency.mockReturnValue(2);
    await leave('a');
    expect(decided).toEqual(['a admitted', 'b admitted', 'c admitted']);
    concurrency.mockReturnValue(1);
    await leave('b');
    expect(decided).toEqual(['a admitted', 'b admitted', 'c admitted']);
    await leave('c');
    expect(decided.at(-1)).toBe('d admitted');
  });

  test('admits one request in each turn of the event loop', () => {
    const scheduledTurns: (() => void)[] = [];
    vi.spyOn(globalThis, 'setImmediate').mockImplementation((turn) => void scheduledTurns.push(turn) as never);
    const { queue, decided, arrive } = aQueue({ maxWaiting: 9 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) arrive(name);
    queue.leave('a');
    queue.leave('b');
    expect(scheduledTurns).toHaveLength(1);
    expect(decided).toEqual(['a admitted', 'b admitted']);
    scheduledTurns.shift()?.();
    expect(scheduledTurns).toHaveLength(1);
    expect(decided.at(-1)).toBe('c admitted');
    scheduledTurns.shift()?.();
    expect(decided.at(-1)).toBe('d admitted');
  });

  test('once full, shortens the maximum wait until the queue is empty', async () => {
    const { queue, decided, arrive, leave } = aQueue({ concurrency: () => 1 });
    const leaveAfter = async (ms: number, name: string) => {
      vi.advanceTimersByTime(ms);
      await leave(name);
    };
    for (const name of ['a', 'b', 'c']) arrive(name);
    await leaveAfter(700, 'a');
    expect(decided).toEqual(['a admitted', 'b admitted']);
    arrive('d');
    arrive('e');
    expect(decided.at(-1)).toBe('e refused');
    // The queue was full, and `c` has waited for more than 700 ms. `d` has not.
    await leaveAfter(1, 'b');
    expect(decided.slice(-2)).toEqual(['c refused', 'd admitted']);
    // The queue is empty, so `f` may wait for 2,000 ms again.
    arrive('f');
    await leaveAfter(1_999, 'd');
    expect(decided.at(-1)).toBe('f admitted');
    expect(queue.counts).toEqual({ working: 1, waiting: 0, admitted: 4, refused: 2 });
  });

  test('shortens the maximum wait also after a request that was refused before it was queued', async () => {
    const { queue, decided, arrive, leave } = aQueue({ concurrency: () => 1 });
    for (const name of ['a', 'b', 'c']) arrive(name);
    queue.refuse();
    vi.advanceTimersByTime(700);
    await leave('a');
    expect(decided.slice(1)).toEqual(['b refused', 'c refused']);
  });
});
