import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

/** A pace by a clock of its own: `after` ms one is done, and others wait or not. */
function aPace() {
  let now = 1_000;
  const pace = paceOf(() => now);
  const done = (after: number, othersWait = true) => {
    now += after;
    pace.done(othersWait);
  };
  return { pace, done };
}

const times = (count: number, what: () => void) => {
  for (let n = 0; n < count; n += 1) what();
};

test('who has not seen anybody done says that all are done in time', () => {
  const { pace, done } = aPace();
  expect(pace.within(700)).toBe(Number.POSITIVE_INFINITY);
  done(60_000);
  expect(pace.within(700)).toBe(Number.POSITIVE_INFINITY);
});

test('as things go, so many are done in time', () => {
  const { pace, done } = aPace();
  times(200, () => done(10));
  expect(pace.within(705)).toBe(70);
  times(200, () => done(200));
  expect(pace.within(705)).toBe(3);
  times(200, () => done(5));
  expect(pace.within(703)).toBe(140);
});

test('one that takes long says little: a line is not short for it', () => {
  const { pace, done } = aPace();
  times(200, () => done(5));
  done(500);
  expect(pace.within(700)).toBeGreaterThan(15);
  times(32, () => done(5));
  expect(pace.within(700)).toBeGreaterThan(70);
});

test('time in which nobody waited says nothing', () => {
  const { pace, done } = aPace();
  times(200, () => done(10));
  done(10, false);
  times(200, () => done(9_000, false));
  expect(pace.within(705)).toBe(70);
});
