import { describe, expect, test } from 'vitest';
import { tireImage } from './tire/tire-image.ts';
import { designOf, labelOf, sizeOf } from './tire-row.server.ts';

const design = (...values: string[]) => designOf(values.join('\t'));
const size = (...values: string[]) => sizeOf(values.join('\t'));
const label = (...values: string[]) => labelOf(values.join('\t'));

describe('a design', () => {
  test('has a manufacturer, a model, a season and a picture', () => {
    expect(design('nokian', 'Nokian Tyres', 'Hakka R5', 'winter', 'none', 'car', 'false', 'true')).toEqual({
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
      const parsed = design('m', 'M', 'X', season, studs, vehicle, competition, 'false');
      expect(parsed).toMatchObject({ season: expectedSeason, isLabelExempt });
    },
  );
});

describe('a size', () => {
  test('has its measures as numbers and as text, its indices and marks', () => {
    expect(size('205', '55', 'R', '16.0', '91', 'V', 'XL M+S')).toEqual({
      size: { treadWidth: 205, profile: 55, diameter: 16, text: '205/55 R16' },
      loadIndex: '91',
      speedIndex: 'V',
      marks: ['XL', 'M+S'],
      isLabelExempt: false,
    });
    expect(size('195', '0', 'R', '14.0', '106/104', 'S', 'C').size).toEqual({
      treadWidth: 195,
      profile: 0,
      diameter: 14,
      text: '195 R14C',
    });
    expect(size('315', '80', 'R', '22.5', '154/149', 'M', '').marks).toEqual([]);
  });

  test.each([
    ['a rim of ten inches', '10.0', 'T'],
    ['a speed below 80 km/h', '16.0', 'A8'],
  ])('with %s has no label', (_why, diameter, speed) => {
    expect(size('145', '80', 'R', diameter, '74', speed, '').isLabelExempt).toBe(true);
  });
});

describe('a label', () => {
  test('has its values, and null for unknown ones', () => {
    expect(label('C', 'A', '71', 'B', 'true', 'false', '381204')).toEqual({
      fuel: 'C',
      wet: 'A',
      noiseDb: 71,
      noiseClass: 'B',
      snow: true,
      ice: false,
      eprelId: 381204,
    });
    expect(label('', 'B', '', '', 'false', 'true', '')).toEqual({
      fuel: null,
      wet: 'B',
      noiseDb: null,
      noiseClass: null,
      snow: false,
      ice: true,
      eprelId: null,
    });
  });

  test('without any known value is null, whatever the marks', () => {
    expect(label('', '', '', '', 'true', 'true', '')).toBeNull();
  });
});
