import { describe, expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import { suitability } from './suitability.ts';
import type { EuLabel, Tire } from './tire.ts';

const label: EuLabel = { fuel: 'C', wet: 'C', noiseDb: 70, noiseClass: 'B', snow: false, ice: false, eprelId: null };
const suitabilityOf = (changes: Partial<Tire>, labelValues: Partial<EuLabel> | null = {}) =>
  suitability(aTire({ label: labelValues && { ...label, ...labelValues }, ...changes }));

describe('the purpose of a tire', () => {
  test.each([
    [{ season: 'summer' }, {}, 'summer'],
    [{ season: 'winter_friction' }, { ice: true, snow: true }, 'ice'],
    [{ season: 'winter_friction' }, { snow: true }, 'snow'],
    [{ season: 'winter_friction', marks: ['3PMSF'] }, null, 'snow'],
    [{ season: 'winter_friction' }, null, 'studless'],
    [{ season: 'winter_studded' }, null, 'studded'],
    [{ season: 'winter_studdable' }, {}, 'studdable'],
    [{ season: 'all_season' }, { snow: true }, 'allYearSnow'],
    [{ season: 'all_season' }, { snow: null }, 'allYear'],
    [{ season: 'truck' }, {}, 'truck'],
    [{ season: 'racing' }, null, 'racing'],
  ] as const)('of %o with the label values %o is %s', (changes, labelValues, purpose) => {
    expect(suitabilityOf(changes as Partial<Tire>, labelValues).purpose).toBe(purpose);
  });
});

test('a van tire is for vans, and its load is a trait', () => {
  const vanTire = { marks: ['C'], loadIndex: '109/107', speedIndex: 'T' };
  expect(suitabilityOf(vanTire)).toMatchObject({ vehicle: 'C2', traits: [{ id: 'load', value: '1030' }] });
  expect(suitabilityOf({})).toMatchObject({ vehicle: 'C1', traits: [] });
});

describe('the traits of a tire', () => {
  test.each([
    [{ wet: 'A' }, [{ id: 'wetGood', value: 'A' }]],
    [{ wet: 'B' }, [{ id: 'wetGood', value: 'B' }]],
    [{ wet: 'D' }, [{ id: 'wetWeak', value: 'D' }]],
    [{ noiseClass: 'A', noiseDb: 67 }, [{ id: 'quiet', value: '67' }]],
    [{ noiseClass: 'C', noiseDb: 75 }, [{ id: 'loud', value: '75' }]],
    [{ noiseClass: 'A', noiseDb: null }, []],
    [{ fuel: 'B' }, [{ id: 'economical', value: 'B' }]],
    [{ fuel: null, wet: null, noiseClass: null }, []],
    [null, []],
  ] as const)('with the label values %o are %o', (labelValues, traits) => {
    expect(suitabilityOf({}, labelValues).traits).toEqual(traits);
  });

  test('begin with run-flat and reinforced', () => {
    const ids = suitabilityOf({ marks: ['XL', 'RF'] }, { wet: 'A', fuel: 'A' }).traits.map(({ id }) => id);
    expect(ids).toEqual(['runflat', 'reinforced', 'wetGood', 'economical']);
  });
});
