import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultSeason, isSeasonFilter, type SeasonFacts, seasonFilterIds, seasonOf } from './season.ts';

describe('the default season', () => {
  test.each([
    ['2026-02-28T21:59:59.999Z', 'winter_friction'],
    ['2026-02-28T22:00:00.000Z', 'summer'],
    ['2026-08-31T20:59:59.999Z', 'summer'],
    ['2026-08-31T21:00:00.000Z', 'winter_friction'],
    ['2028-02-29T21:59:59.999Z', 'winter_friction'],
    ['2028-02-29T22:00:00.000Z', 'summer'],
    ['2026-06-15T12:00:00.000Z', 'summer'],
    ['2026-12-31T22:00:00.000Z', 'winter_friction'],
  ])('at %s is %s, by the time in Tallinn', (instant, season) => {
    expect(defaultSeason(new Date(instant))).toBe(season);
  });

  test('is summer only from March to August', () => {
    const seasons = Array.from({ length: 12 }, (_, month) => defaultSeason(new Date(Date.UTC(2026, month, 15))));
    const [march, august] = [2, 7];
    const isSummer = (month: number) => month >= march && month <= august;
    expect(seasons).toEqual(seasons.map((_, month) => (isSummer(month) ? 'summer' : 'winter_friction')));
  });

  describe('in any time zone of the server', () => {
    afterEach(() => void vi.unstubAllEnvs());

    test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])('%s', (zone) => {
      vi.stubEnv('TZ', zone);
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(defaultSeason(new Date('2026-02-28T21:59:59.999Z'))).toBe('winter_friction');
      expect(defaultSeason(new Date('2026-02-28T22:00:00.000Z'))).toBe('summer');
      expect(defaultSeason(new Date('2026-08-31T21:00:00.000Z'))).toBe('winter_friction');
    });
  });
});

describe('the season of a tire', () => {
  const car = { season: 'summer', studs: 'none', vehicle: 'car', competition: false } as const;
  test.each<[Partial<SeasonFacts>, string]>([
    [{}, 'summer'],
    [{ season: 'all_season' }, 'all_season'],
    [{ season: 'winter' }, 'winter_friction'],
    [{ season: 'winter', studs: 'studdable' }, 'winter_studdable'],
    [{ season: 'winter', studs: 'studded' }, 'winter_studded'],
    [{ vehicle: 'van', season: 'winter', studs: 'studded' }, 'winter_studded'],
    [{ vehicle: 'truck' }, 'truck'],
    [{ vehicle: 'truck', season: 'winter', studs: 'studded' }, 'truck'],
    [{ competition: true }, 'racing'],
    [{ competition: true, vehicle: 'truck', season: 'winter' }, 'racing'],
  ])('%o is %s', (facts, season) => expect(seasonOf({ ...car, ...facts })).toBe(season));

  test('is always a filter value, and never runflat', () => {
    const facts = fc.record({
      season: fc.constantFrom('summer', 'winter', 'all_season'),
      studs: fc.constantFrom('none', 'studdable', 'studded'),
      vehicle: fc.constantFrom('car', 'van', 'truck'),
      competition: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (facts) => {
        expect(isSeasonFilter(seasonOf(facts))).toBe(true);
        expect(seasonOf(facts)).not.toBe('runflat');
      }),
    );
  });
});

test('the season filter has the eight values of the specification', () => {
  expect([...seasonFilterIds].sort()).toEqual(
    'all_season racing runflat summer truck winter_friction winter_studdable winter_studded'.split(' '),
  );
  for (const invalid of ['', 'winter', 'Summer', null, undefined, 1]) expect(isSeasonFilter(invalid)).toBe(false);
});
