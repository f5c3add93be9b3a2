import { describe, expect, test } from 'vitest';
import { tallinnDate } from '../../tallinn-date.ts';
import { cartWarningOn, hasSnowflake, type RoadUse, roadUseOn, studdedCountOfIncompleteSet } from './road-use.ts';
import type { SeasonCategory } from './season.ts';

const tire = (season: SeasonCategory, ...marks: string[]) => ({ season, marks });
const summer = tire('summer', 'XL');
const studded = tire('winter_studded', '3PMSF');

describe('the road rule that applies to a tire', () => {
  test.each<[SeasonCategory, string[], RoadUse['rule']]>([
    ['summer', [], 'summer'],
    ['summer', ['M+S'], 'summer'],
    ['winter_friction', ['M+S', '3PMSF'], 'winter'],
    ['winter_friction', ['M+S'], 'unmarked'],
    ['winter_friction', ['M+S', 'POR'], 'winter'],
    ['winter_studdable', ['3PMSF'], 'winter'],
    ['winter_studdable', [], 'unknown'],
    ['all_season', ['XL'], 'unknown'],
    ['all_season', ['XL', '3PMSF'], 'winter'],
    ['all_season', ['M+S'], 'unmarked'],
    ['winter_studded', [], 'studded'],
    ['winter_studded', ['3PMSF'], 'studded'],
    ['truck', ['3PMSF'], 'truck'],
    ['racing', [], 'racing'],
  ])('follows from the season %s and the marks %j: %s', (season, marks, rule) => {
    expect(roadUseOn({ season, marks }, '2026-11-21').rule).toBe(rule);
  });
});

test.each([
  [tire('winter_friction'), null, 'unknown'],
  [{ ...tire('winter_friction'), label: null }, null, 'unknown'],
  [{ ...tire('winter_friction', 'XL'), label: { snow: null } }, null, 'unknown'],
  [{ ...tire('winter_friction'), label: { snow: false } }, false, 'unmarked'],
  [{ ...tire('winter_friction'), label: { snow: true } }, true, 'winter'],
  [tire('winter_friction', '3PMSF'), true, 'winter'],
  [tire('winter_friction', 'M+S'), false, 'unmarked'],
  [tire('summer'), false, 'summer'],
] as const)('a tire such as %o has the mark 3PMSF: %s; its rule is %s', (roadTire, marked, rule) => {
  expect(hasSnowflake(roadTire)).toBe(marked);
  expect(roadUseOn(roadTire, '2026-11-21').rule).toBe(rule);
});

test('a tire whose snow mark is not known is allowed, but its use is unknown while winter tires are obligatory; the cart warns all year', () => {
  expect(roadUseOn(tire('winter_friction'), '2026-11-30').today).toBe('allowed');
  expect(roadUseOn(tire('winter_friction'), '2026-12-01').today).toBeNull();
  expect(cartWarningOn(tire('winter_friction'), '2026-07-01')).toBe('unknown');
});

describe('the permitted use of tires on a day', () => {
  // The instants before and at midnight in Tallinn: UTC+2 in winter, UTC+3 in summer.
  test.each([
    ['2026-09-30T20:59:59Z', 'allowed', 'notAllowed'],
    ['2026-09-30T21:00:00Z', 'allowed', 'wintryOnly'],
    ['2026-10-14T20:59:59Z', 'allowed', 'wintryOnly'],
    ['2026-10-14T21:00:00Z', 'allowed', 'allowed'],
    ['2026-11-21T12:00:00Z', 'allowed', 'allowed'],
    ['2026-11-30T21:59:59Z', 'allowed', 'allowed'],
    ['2026-11-30T22:00:00Z', 'notAllowed', 'allowed'],
    ['2027-03-01T21:59:59Z', 'notAllowed', 'allowed'],
    ['2027-03-01T22:00:00Z', 'allowed', 'allowed'],
    ['2028-02-29T12:00:00Z', 'notAllowed', 'allowed'],
    ['2027-03-31T20:59:59Z', 'allowed', 'allowed'],
    ['2027-03-31T21:00:00Z', 'allowed', 'wintryOnly'],
    ['2027-04-30T20:59:59Z', 'allowed', 'wintryOnly'],
    ['2027-04-30T21:00:00Z', 'allowed', 'notAllowed'],
    ['2027-07-01T12:00:00Z', 'allowed', 'notAllowed'],
  ] as const)('at %s is %s for summer tires and %s for studded ones', (instant, forSummer, forStudded) => {
    const day = tallinnDate(new Date(instant));
    expect(roadUseOn(summer, day).today).toBe(forSummer);
    expect(roadUseOn(tire('all_season', 'M+S'), day).today).toBe(forSummer);
    expect(roadUseOn(studded, day).today).toBe(forStudded);
    expect(roadUseOn(tire('winter_friction', '3PMSF'), day).today).toBe('allowed');
    expect(roadUseOn(tire('truck'), day).today).toBeNull();
    expect(roadUseOn(tire('racing'), day).today).toBeNull();
  });
});

describe('the warning in the cart', () => {
  test.each([
    [summer, '2026-09-30', null],
    [summer, '2026-10-01', 'summer'],
    [summer, '2027-03-01', 'summer'],
    [summer, '2027-03-02', null],
    [studded, '2026-07-01', 'studded'],
    [tire('all_season', 'M+S'), '2026-07-01', 'unmarked'],
    [tire('winter_friction', '3PMSF'), '2026-12-24', null],
    [tire('truck'), '2026-12-24', null],
    [tire('racing'), '2026-12-24', null],
  ])('for %o on %s is %s', (item, day, warning) => {
    expect(cartWarningOn(item, day)).toBe(warning);
  });

  test('counts studded tires when they are not a multiple of four, in one or two sizes', () => {
    const item = (count: number, season: SeasonCategory = 'winter_studded') => ({ ...tire(season), count });
    expect(studdedCountOfIncompleteSet([item(2)])).toBe(2);
    expect(studdedCountOfIncompleteSet([item(2), item(2)])).toBe(0);
    expect(studdedCountOfIncompleteSet([item(4), item(1), item(3, 'summer')])).toBe(5);
    expect(studdedCountOfIncompleteSet([item(2, 'winter_friction')])).toBe(0);
    expect(studdedCountOfIncompleteSet([])).toBe(0);
  });
});
