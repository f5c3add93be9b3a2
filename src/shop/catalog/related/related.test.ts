import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aTire, catalogues } from '../../../../test/support/product.ts';
import { catalogueOf } from '../catalogue.server.ts';
import { availabilityRank } from '../tire/availability-rank.ts';
import type { EuLabel, Product } from '../tire/tire.ts';
import { canReplace } from './can-replace.ts';
import { findRelated, relatedTires } from './related.ts';

const ids = (tires: readonly Product[]) => tires.map(({ id }) => id);

/** Catalogues whose tires mostly have the same size and season, so that there are alternatives. */
const similarCatalogues = catalogues.map((tires) =>
  tires.map((tire, index) => ({
    ...tire,
    season: index % 4 ? 'summer' : tire.season,
    size: index % 5 ? aTire().size : tire.size,
    loadIndex: index % 3 ? '91' : '94',
  })),
);

const catalogueAndTire: fc.Arbitrary<[Product[], Product]> = similarCatalogues
  .filter((tires) => tires.length > 0)
  .chain((tires) => fc.tuple(fc.constant(tires), fc.constantFrom(...tires)));

describe('findRelated in any catalogue', () => {
  test('every related tire is available and is not the tire itself', () => {
    fc.assert(
      fc.property(catalogueAndTire, ([tires, tire]) => {
        const related = findRelated(catalogueOf(tires), tire);
        for (const other of Object.values(related).flat()) {
          expect(other.available).toBeGreaterThan(0);
          expect(other.id).not.toBe(tire.id);
        }
        for (const list of Object.values(related)) expect(new Set(ids(list)).size).toBe(list.length);
        expect(relatedTires.safeParse(related).success).toBe(true);
      }),
    );
  });

  test('other sizes have the tire’s model and season, and are sorted from small to large', () => {
    fc.assert(
      fc.property(catalogueAndTire, ([tires, tire]) => {
        const { sizes } = findRelated(catalogueOf(tires), tire);
        const measures = sizes.map(({ size }) => [size.diameter, size.treadWidth, size.profile]);
        const sortKey = (numbers: number[]) => numbers.map((number) => `${number * 10}`.padStart(5, '0')).join();
        expect(measures.map(sortKey)).toEqual(measures.map(sortKey).sort());
        for (const { manufacturer, model, season } of sizes) {
          expect([manufacturer.id, model, season]).toEqual([tire.manufacturer.id, tire.model, tire.season]);
        }
      }),
    );
  });

  test('every alternative can replace the tire, has four pieces available, and has its advantage', () => {
    fc.assert(
      fc.property(catalogueAndTire, ([tires, tire]) => {
        const { cheaper, betterInWet, quieter, sooner } = findRelated(catalogueOf(tires), tire);
        for (const other of [cheaper, betterInWet, quieter, sooner].flat()) {
          expect(canReplace(other, tire)).toBe(true);
          expect(other.available).toBeGreaterThanOrEqual(4);
        }
        for (const { price } of cheaper) expect(price).toBeLessThan(tire.price);
        for (const { label } of quieter) expect(label?.noiseDb).toBeLessThan(tire.label?.noiseDb ?? 0);
        for (const { label } of betterInWet) expect((label?.wet ?? 'Z') < (tire.label?.wet ?? 'A')).toBe(true);
        for (const other of sooner) expect(availabilityRank(other)).toBeLessThan(availabilityRank(tire));
        expect(cheaper.map(({ price }) => price)).toEqual(cheaper.map(({ price }) => price).sort((a, b) => a - b));
        expect(cheaper.length).toBeLessThanOrEqual(3);
        expect(Math.max(betterInWet.length, quieter.length, sooner.length)).toBeLessThanOrEqual(2);
      }),
    );
  });

  test('the cheapest and the quietest replacement are always included', () => {
    fc.assert(
      fc.property(catalogueAndTire, ([tires, tire]) => {
        const replacements = tires.filter(
          (other) => other.id !== tire.id && other.available >= 4 && canReplace(other, tire),
        );
        const { cheaper, quieter } = findRelated(catalogueOf(tires), tire);
        const cheapestPrice = Math.min(...replacements.map(({ price }) => price), tire.price);
        expect(cheaper[0]?.price ?? tire.price).toBe(cheapestPrice);
        const noise = (other: Product) => other.label?.noiseDb ?? 999;
        const ownNoise = tire.label?.noiseDb ?? 0;
        expect(quieter[0] ? noise(quieter[0]) : ownNoise).toBe(Math.min(...replacements.map(noise), ownNoise));
      }),
    );
  });

  test('the result does not depend on the order of the catalogue', () => {
    fc.assert(
      fc.property(catalogueAndTire, ([tires, tire]) => {
        expect(findRelated(catalogueOf(tires.toReversed()), tire)).toEqual(findRelated(catalogueOf(tires), tire));
      }),
    );
  });
});

const label: EuLabel = { fuel: 'C', wet: 'B', noiseDb: 70, noiseClass: 'B', snow: false, ice: false, eprelId: null };
const labelled = (id: string, price: number, changes: Partial<EuLabel> | null, available = 8) =>
  aTire({ id, model: id, price, available, label: changes && { ...label, ...changes } });
const tire = labelled('own', 100, {});

describe('the cheaper alternatives', () => {
  test('are the cheapest, the cheapest whose label is nowhere worse, and the cheapest with the best wet grip', () => {
    const others = [
      labelled('cheapest', 40, { wet: 'E', noiseDb: 72 }),
      labelled('next', 45, { wet: 'D', noiseDb: 72 }),
      labelled('louder', 50, { fuel: 'B', noiseDb: 71 }),
      labelled('as-good', 60, {}),
      labelled('better', 65, { fuel: 'A' }),
      labelled('grippy', 80, { wet: 'A', noiseDb: 73 }),
      labelled('grippy-and-dear', 90, { wet: 'A' }),
    ];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).cheaper)).toEqual(['cheapest', 'as-good', 'grippy']);
  });

  test('are those with the lowest, the median and the highest of the lower prices when no labels are known', () => {
    const others = [50, 60, 70, 80, 90, 120].map((price) => labelled(`at-${price}`, price, null));
    const unlabelled = labelled('own', 100, null);
    expect(ids(findRelated(catalogueOf([unlabelled, ...others]), unlabelled).cheaper)).toEqual([
      'at-50',
      'at-70',
      'at-90',
    ]);
  });

  test('omit tires with fewer than four available and tires of the same price', () => {
    const others = [
      labelled('three-available', 50, {}, 3),
      labelled('same', 100, {}),
      labelled('four-available', 60, {}, 4),
    ];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).cheaper)).toEqual(['four-available']);
  });

  test('contain at most one tire of each model', () => {
    const stronger = { ...labelled('stronger', 42, {}), model: 'cheapest', loadIndex: '94' };
    const others = [labelled('cheapest', 40, { wet: 'E' }), stronger, labelled('next', 50, { wet: 'D' })];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).cheaper)).toEqual(['cheapest', 'next']);
  });
});

describe('the alternatives that are better in the wet', () => {
  test('are two of the best class, the cheapest first, whatever they cost', () => {
    const others = [
      labelled('grippy', 150, { wet: 'A' }),
      labelled('grippy-and-cheaper', 120, { wet: 'A' }),
      labelled('third', 160, { wet: 'A' }),
      labelled('as-good', 50, { wet: 'B' }),
      labelled('unknown', 50, null),
    ];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).betterInWet)).toEqual([
      'grippy-and-cheaper',
      'grippy',
    ]);
  });

  test('are empty for a tire of unknown wet grip', () => {
    const unknown = labelled('own', 100, { wet: null });
    expect(findRelated(catalogueOf([unknown, labelled('grippy', 90, { wet: 'A' })]), unknown).betterInWet).toEqual([]);
  });
});

describe('the sooner alternatives', () => {
  const offered = ({ leadDays, price, count = 8 }: { leadDays: number; price: number; count?: number }) => {
    const branch = leadDays === 0 ? 'ringtee' : 'supplier';
    return { ...labelled(`in-${leadDays}-for-${price}`, price, {}, count), stock: [{ branch, count, leadDays }] };
  };

  test('are those that need the fewest working days, then the cheapest', () => {
    const own = offered({ leadDays: 4, price: 100 });
    const here = [150, 140].map((price) => offered({ leadDays: 0, price }));
    const others = [...here, offered({ leadDays: 2, price: 90 }), offered({ leadDays: 4, price: 80 })];
    expect(ids(findRelated(catalogueOf([own, ...others]), own).sooner)).toEqual(['in-0-for-140', 'in-0-for-150']);
  });

  test('are empty if fewer than four of the tire are left', () => {
    const own = offered({ leadDays: 4, price: 100, count: 2 });
    expect(findRelated(catalogueOf([own, offered({ leadDays: 0, price: 150 })]), own).sooner).toEqual([]);
  });
});

describe('the quieter alternatives', () => {
  test('are two, sorted by noise, then price', () => {
    const others = [
      labelled('quiet', 150, { noiseDb: 68 }),
      labelled('quieter', 150, { noiseDb: 67 }),
      labelled('quieter-and-cheaper', 120, { noiseDb: 67 }),
      labelled('hardly', 50, { noiseDb: 69 }),
      labelled('as-loud', 50, { noiseDb: 70 }),
      labelled('unknown', 50, { noiseDb: null }),
    ];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).quieter)).toEqual(['quieter-and-cheaper', 'quieter']);
  });

  test('contain at most one tire of each model', () => {
    const louder = { ...labelled('louder', 42, { noiseDb: 68 }), model: 'quiet' };
    const others = [labelled('quiet', 90, { noiseDb: 66 }), louder, labelled('next', 50, { noiseDb: 69 })];
    expect(ids(findRelated(catalogueOf([tire, ...others]), tire).quieter)).toEqual(['quiet', 'next']);
  });

  test('are empty for a tire of unknown noise', () => {
    const others = [labelled('quiet', 150, { noiseDb: 60 })];
    for (const withoutNoise of [labelled('own', 100, null), labelled('own', 100, { noiseDb: null })]) {
      expect(findRelated(catalogueOf([withoutNoise, ...others]), withoutNoise).quieter).toEqual([]);
    }
  });
});

describe('other sizes of a model', () => {
  const sized = (id: string, diameter: number, treadWidth: number, price = 80, changes: Partial<Product> = {}) =>
    aTire({
      id,
      price,
      size: { treadWidth, profile: 55, diameter, text: `${treadWidth}/55 R${diameter}` },
      ...changes,
    });

  test('contain the cheapest tire of each size and index once', () => {
    const own = sized('own', 16, 205);
    const others = [
      sized('dear', 17, 225, 120),
      sized('cheap', 17, 225, 110),
      sized('stronger', 16, 205, 90, { loadIndex: '94', marks: ['XL'] }),
      sized('same-variant', 16, 205, 70),
      sized('winter', 16, 215, 70, { season: 'winter_friction' }),
      sized('other-model', 16, 215, 70, { model: 'Primacy 5' }),
    ];
    expect(ids(findRelated(catalogueOf([own, ...others]), own).sizes)).toEqual(['stronger', 'cheap']);
  });

  test('are the 24 nearest when there are more', () => {
    const widths = Array.from({ length: 20 }, (_, index) => 175 + index * 10);
    const tires = [15, 16, 17, 18].flatMap((diameter) =>
      widths.map((width) => sized(`r${diameter}-${width}`, diameter, width)),
    );
    const own = tires.find(({ id }) => id === 'r17-245') ?? aTire();
    const { sizes } = findRelated(catalogueOf(tires), own);
    expect(sizes).toHaveLength(24);
    expect(sizes.filter(({ size }) => size.diameter === 17)).toHaveLength(widths.length - 1);
    expect(ids(sizes.filter(({ size }) => size.diameter !== 17))).toEqual([
      'r16-235',
      'r16-245',
      'r16-255',
      'r18-235',
      'r18-245',
    ]);
  });
});
