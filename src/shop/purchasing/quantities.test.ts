import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  backorderableOf,
  backorderPieces,
  cancelPieces,
  confirmableOf,
  confirmPieces,
  distribute,
  outstandingOf,
  owedAfterList,
  type Quantities,
  receivePieces,
  refusePieces,
  unansweredOf,
} from './quantities.ts';

const line = (changes: Partial<Quantities> = {}): Quantities => ({
  ordered: 8,
  confirmed: 0,
  backordered: 0,
  refused: 0,
  cancelled: 0,
  received: 0,
  owed: 8,
  ...changes,
});

const acts = {
  confirm: { limit: confirmableOf, act: confirmPieces },
  backorder: { limit: backorderableOf, act: backorderPieces },
  cancel: { limit: outstandingOf, act: cancelPieces },
  refuse: { limit: outstandingOf, act: refusePieces },
  receive: { limit: outstandingOf, act: receivePieces },
};

test('after any acts within their limits, no count is negative, and each ordered piece is owed, refused or cancelled', () => {
  const step = fc.tuple(fc.constantFrom(...Object.values(acts)), fc.nat(8));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.nat(3), (steps, backordered) => {
      let current = line({ backordered });
      for (const [{ limit, act }, wanted] of steps) current = act(current, Math.min(wanted, limit(current)));
      expect(Math.min(unansweredOf(current), outstandingOf(current), owedAfterList(current))).toBeGreaterThanOrEqual(0);
      expect(Math.min(...Object.values(current))).toBeGreaterThanOrEqual(0);
      expect(current.received).toBeLessThanOrEqual(current.confirmed);
      expect(current.owed + current.refused + current.cancelled).toBe(line({}).ordered);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('a refusal takes unanswered pieces first, then those on back order, then confirmed ones', () => {
  const partlyAnswered = line({ confirmed: 3, backordered: 2 });
  expect(unansweredOf(partlyAnswered)).toBe(3);
  expect(refusePieces(partlyAnswered, 3 + 1)).toMatchObject({ backordered: 1, confirmed: 3 });
  expect(refusePieces(partlyAnswered, 3 + 2 + 1)).toMatchObject({ backordered: 0, confirmed: 2 });
});

test('back order takes unanswered pieces first, then confirmed ones that have not arrived', () => {
  const partlyAnswered = line({ confirmed: 3, received: 2, backordered: 2 });
  expect(unansweredOf(partlyAnswered)).toBe(3);
  expect(backorderableOf(partlyAnswered)).toBe(3 + 1);
  expect(backorderPieces(partlyAnswered, 3)).toMatchObject({ backordered: 5, confirmed: 3 });
  expect(backorderPieces(partlyAnswered, 4)).toMatchObject({ backordered: 6, confirmed: 2 });
});

test('cancelled pieces are not owed any more', () => {
  const cancelled = cancelPieces(line({ confirmed: 3, backordered: 2 }), 6);
  expect(cancelled).toMatchObject({ cancelled: 6, refused: 0, backordered: 0, confirmed: 2, owed: 2 });
  expect(outstandingOf(cancelled)).toBe(2);
});

test('a newer list has deducted confirmed and arrived pieces, but not unanswered ones', () => {
  expect(owedAfterList(line({ confirmed: 6 }))).toBe(2);
  expect(owedAfterList(receivePieces(line(), 8))).toBe(0);
  expect(owedAfterList(line())).toBe(8);
});

test('a newer list has not deducted the replacements of damaged pieces that are still to arrive', () => {
  const awaitsOnePiece = receivePieces(line({ confirmed: 8 }), 7);
  expect(owedAfterList(awaitsOnePiece)).toBe(0);
  const damaged = 2;
  expect(owedAfterList(awaitsOnePiece, damaged)).toBe(1);
});

test('arrived pieces fill the parts of a line one after another, and the rest is surplus', () => {
  const parts = [
    { order: 1, count: 4, received: 3 },
    { order: 2, count: 4, received: 0 },
  ];
  expect(distribute(parts, 3)).toEqual({
    shares: [
      { part: parts[0], count: 1 },
      { part: parts[1], count: 2 },
    ],
    surplus: 0,
  });
  expect(distribute(parts, 7)).toMatchObject({ surplus: 2 });
});
