import { describe, expect, test } from 'vitest';
import { tireImage } from './tire/tire-image.ts';
import { columnGroups, designOf, labelOf, sizeOf } from './tire-row.server.ts';

type Group = keyof typeof columnGroups;
type Values<G extends Group> = Partial<Record<(typeof columnGroups)[G][number], string>>;

function loaded<G extends Group>(group: G, values: Values<G>): string {
  const columns: readonly (typeof columnGroups)[G][number][] = columnGroups[group];
  return columns.map((column) => values[column] ?? '').join('\t');
}
const design = (values: Values<'design'>) => designOf(loaded('design', values));
const size = (values: Values<'size'>) => sizeOf(loaded('size', values));
const label = (values: Values<'label'>) => labelOf(loaded('label', values));

describe('a design', () => {
  test('has a manufacturer, a model, a season and a picture', () => {
    const hakka = { manufacturer_id: 'nokian', manufacturer: 'Nokian Tyres', model: 'Hakka R5' };
    const frictionTire = { season: 'winter', studs: 'none', vehicle: 'car', competition: 'false', runflat: 'true' };
    expect(design({ ...hakka, ...frictionTire })).toEqual({
      manufacturer: { id: 'nokian', label: 'Nokian Tyres' },
      model: 'Hakka R5',
      season: 'winter_friction',
      image: tireImage({ manufacturer: 'Nokian Tyres', model: 'Hakka R5', season: 'winter_friction', runflat: true }),
      isLabelExempt: false,
    });
  });

  test.each([
    ['winter', 'studded', 'car', 'false', 'winter_studded', true],
    ['winter', 'studdable', 'car', 'false', 'winter_studdable', false],
    ['summer', 'none', 'truck', 'false', 'truck', false],
    ['summer', 'none', 'car', 'true', 'racing', true],
  ])(
    'combines the season %s, studs %s, vehicle %s and racing %s into the season %s; exempt from the label: %s',
    (season, studs, vehicle, competition, expectedSeason, isLabelExempt) => {
      expect(design({ season, studs, vehicle, competition })).toMatchObject({ season: expectedSeason, isLabelExempt });
    },
  );
});

describe('a size', () => {
  test('has its measures as numbers and as text, its indices and marks', () => {
    const carSize = { tread_width: '205', profile: '55', construction: 'R', diameter: '16.0' };
    expect(size({ ...carSize, load_index: '91', speed_index: 'V', marks: 'XL M+S' })).toEqual({
      size: { treadWidth: 205, profile: 55, diameter: 16, text: '205/55 R16' },
      loadIndex: '91',
      speedIndex: 'V',
      marks: ['XL', 'M+S'],
      isLabelExempt: false,
    });
    const vanSize = { tread_width: '195', profile: '0', construction: 'R', diameter: '14.0', marks: 'C' };
    expect(size(vanSize).size).toEqual({
      treadWidth: 195,
      profile: 0,
      diameter: 14,
      text: '195 R14C',
    });
    expect(size({ ...carSize, marks: '' }).marks).toEqual([]);
  });

  test.each([
    ['a rim of ten inches', '10.0', 'T'],
    ['a speed below 80 km/h', '16.0', 'A8'],
  ])('with %s has no label', (_why, diameter, speed_index) => {
    expect(size({ diameter, speed_index }).isLabelExempt).toBe(true);
  });
});

describe('a label', () => {
  test('has its values, and null for unknown ones', () => {
    const allValues = { fuel: 'C', wet: 'A', noise_db: '71', noise_class: 'B', eprel_id: '381204' };
    expect(label({ ...allValues, snow: 'true', ice: 'false' })).toEqual({
      fuel: 'C',
      wet: 'A',
      noiseDb: 71,
      noiseClass: 'B',
      snow: true,
      ice: false,
      eprelId: 381204,
    });
    expect(label({ wet: 'B', snow: 'false', ice: 'true' })).toEqual({
      fuel: null,
      wet: 'B',
      noiseDb: null,
      noiseClass: null,
      snow: false,
      ice: true,
      eprelId: null,
    });
  });

  test('is null if only snow and ice are known', () => {
    expect(label({ snow: 'true', ice: 'true' })).toBeNull();
  });
});
