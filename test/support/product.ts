import fc from 'fast-check';
import { seasonFilterIds } from '../../src/shop/catalog/road/season.ts';
import type { Product } from '../../src/shop/catalog/tire/tire.ts';

/** A label with all values except the EPREL number. */
export const completeLabel = {
  fuel: 'C',
  wet: 'A',
  noiseDb: 67,
  noiseClass: 'A',
  snow: false,
  ice: false,
  eprelId: null,
} as const;

/** An available tire; `changes` replace its properties. */
export function aTire(changes: Partial<Product> = {}): Product {
  return {
    id: 'nokian-hakka-blue-3',
    manufacturer: { id: 'nokian', label: 'Nokian' },
    model: 'Hakka Blue 3',
    season: 'summer',
    size: { treadWidth: 205, profile: 55, diameter: 16, text: '205/55 R16' },
    loadIndex: '91',
    speedIndex: 'V',
    marks: [],
    dotYear: 2026,
    label: completeLabel,
    price: 79.9,
    lowestPrice30: null,
    stock: [{ branch: 'ringtee', count: 4, leadDays: 0 }],
    available: 4,
    image: '/tires/summer/nokian-hakka-blue-3-1abcdef.svg',
    ...changes,
  };
}

const seasons = seasonFilterIds.filter((id) => id !== 'runflat');

/** Arbitrary catalogues whose tires often have equal values, so that several match a filter or sort as equal. */
export const catalogues: fc.Arbitrary<Product[]> = fc
  .array(
    fc.record({
      manufacturer: fc.constantFrom('Michelin', 'Nokian', 'Sava'),
      model: fc.constantFrom('A', 'B', 'C'),
      season: fc.constantFrom(...seasons),
      runflat: fc.boolean(),
      treadWidth: fc.constantFrom(195, 205, 315),
      profile: fc.constantFrom(0, 55, 60),
      diameter: fc.constantFrom(16, 17, 22.5),
      price: fc.constantFrom(50, 79.9, 120),
      noiseDb: fc.option(fc.constantFrom(67, 70, 72)),
      wet: fc.option(fc.constantFrom('A', 'B', 'E')),
      labelled: fc.boolean(),
      available: fc.constantFrom(0, 1, 8),
    }),
    { maxLength: 40 },
  )
  .map((facts) =>
    facts.map(({ manufacturer, treadWidth, profile, diameter, runflat, noiseDb, wet, labelled, ...rest }, index) =>
      aTire({
        ...rest,
        // Ids in another order than the list.
        id: `tire-${(index * 7) % 41}`,
        manufacturer: { id: manufacturer.toLowerCase(), label: manufacturer },
        size: { treadWidth, profile, diameter, text: `${treadWidth}/${profile} R${diameter}` },
        marks: runflat ? ['XL', 'RF'] : [],
        label: labelled ? { fuel: null, wet, noiseDb, noiseClass: null, snow: false, ice: false, eprelId: null } : null,
      }),
    ),
  );
